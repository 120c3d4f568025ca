import { useEffect } from 'react'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { useAsset } from '../assets/use-asset.ts'
import { QueryError } from '../page/query-boundary.tsx'
import { type ViewerProps } from './viewer-types.ts'
import { loadViewer, Poster, Viewer } from './viewer.tsx'

type Props = Omit<ViewerProps, 'facts'>

/** Shows the viewer for an asset from a list; reads its parts, which lists leave out, while the viewer loads. */
export function AssetViewer(props: Props) {
  const { id } = props
  const t = useTranslations('assets')
  const { data, error, refetch } = useAsset(id)
  useEffect(() => void loadViewer().catch(() => undefined), [])
  if (error) return <QueryError problem={error} errorTitle={t('preview.failed')} retry={() => void refetch()} />
  return data?.facts ? <Viewer {...props} facts={data.facts} /> : <Poster {...props} />
}
