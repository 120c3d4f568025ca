import { ErrorState } from '@veranda/ui/error-state.tsx'
import { type ReactNode, Suspense } from 'react'
import { type Problem } from '../../lib/api/problem.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { useProblemText } from './use-problem-text.ts'

export type QueryState<T> = {
  data: T | undefined
  isPending: boolean
  isFetching: boolean
  error: Problem | null
  refetch: () => unknown
}

export type QueryBoundaryProps<T> = {
  query: QueryState<T>
  /** Placeholder while loading, as tall as the content. */
  skeleton: ReactNode
  /** Title of the error, instead of the default. */
  errorTitle?: string
  /** Shown when the resource does not exist or the user may not see it. */
  notFound?: ReactNode
  children: (data: T) => ReactNode
}

/**
 * Renders a query: a skeleton while loading, an error with a retry button, or the data. Texts or code that its content
 * still loads keep the skeleton up, and not the skeleton of the whole screen.
 */
export function QueryBoundary<T>({ query, skeleton, errorTitle, notFound, children }: QueryBoundaryProps<T>) {
  // What was loaded before the user lost access is not shown any longer.
  if (query.error?.status === 404 && notFound !== undefined) return notFound
  if (query.data !== undefined) return <Suspense fallback={skeleton}>{children(query.data)}</Suspense>
  if (query.error) {
    return (
      <QueryError problem={query.error} errorTitle={errorTitle} retry={() => query.refetch()} busy={query.isFetching} />
    )
  }
  return skeleton
}

type QueryErrorProps = { problem: Problem; errorTitle?: string | undefined; retry: () => unknown; busy?: boolean }

/** Shows a failed query with a retry button. */
export function QueryError({ problem, errorTitle, retry, busy = false }: QueryErrorProps) {
  const t = useTranslations('errors')
  const tCommon = useTranslations('common')
  const problemText = useProblemText()
  return (
    <ErrorState
      compact
      title={errorTitle ?? t('list.title')}
      text={problem.status === 0 ? t('list.text') : problemText(problem)}
      reference={problem.requestId && t('reference', { id: problem.requestId })}
      retry={{ label: tCommon('retry'), onPress: () => void retry(), busy }}
    />
  )
}
