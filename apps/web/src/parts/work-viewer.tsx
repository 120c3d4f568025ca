import { readWork } from '@veranda/contract/works/routes.ts'
import { useEffect } from 'react'
import { useRead } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { ReadFailed } from './reading.tsx'
import { type ViewerProps } from './viewer-types.ts'
import { loadViewer, Poster, Viewer } from './viewer.tsx'

type Props = Omit<ViewerProps, 'facts'> & { id: string }

/** The viewer for a work that a list knows: its parts, which lists leave out, are read while the stage is fetched. */
export function WorkViewer({ id, ...props }: Props) {
  const t = useWords('works')
  const { data, error, refetch } = useRead(readWork, { params: { id } })
  useEffect(() => void loadViewer().catch(() => undefined), [])
  if (error) return <ReadFailed problem={error} failed={t('look.failed')} retry={() => void refetch()} />
  return data?.facts ? <Viewer {...props} facts={data.facts} /> : <Poster {...props} />
}
