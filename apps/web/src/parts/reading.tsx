import { ErrorState } from '@veranda/ui/error-state.tsx'
import { type ReactNode } from 'react'
import { type Problem } from '../lib/problem.ts'
import { useWords } from '../lib/words.ts'
import { useProblemText } from './problem-text.ts'

export type Readable<T> = {
  data: T | undefined
  isPending: boolean
  isFetching: boolean
  error: Problem | null
  refetch: () => unknown
}

export type ReadingProps<T> = {
  of: Readable<T>
  /** The shape of what comes, as tall as what comes. */
  shape: ReactNode
  /** A title of its own for the failure. */
  failed?: string
  /** What a thing that is not there, or not the reader's, looks like. */
  absent?: ReactNode
  children: (data: T) => ReactNode
}

/** Draws a read: its shape while it is on its way, what went wrong with a way to try again, or the thing itself. */
export function Reading<T>({ of, shape, failed, absent, children }: ReadingProps<T>) {
  if (of.data !== undefined) return children(of.data)
  if (of.error) {
    if (of.error.status === 404 && absent !== undefined) return absent
    return <ReadFailed problem={of.error} failed={failed} retry={() => of.refetch()} busy={of.isFetching} />
  }
  return shape
}

type ReadFailedProps = { problem: Problem; failed?: string | undefined; retry: () => unknown; busy?: boolean }

/** A read that failed, and a way to try again. */
export function ReadFailed({ problem, failed, retry, busy = false }: ReadFailedProps) {
  const t = useWords('errors')
  const c = useWords('common')
  const textOf = useProblemText()
  return (
    <ErrorState
      compact
      title={failed ?? t('list.title')}
      text={problem.status === 0 ? t('list.text') : textOf(problem)}
      reference={problem.requestId && t('reference', { id: problem.requestId })}
      retry={{ label: c('retry'), onPress: () => void retry(), busy }}
    />
  )
}
