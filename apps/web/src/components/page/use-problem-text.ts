import { type Problem } from '../../lib/api/problem.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'

/** Returns a function that gives the message of a problem: the server's own, else one for its kind. */
export function useProblemText(): (problem: Problem) => string {
  const t = useTranslations('errors')
  return (problem) => {
    if (problem.status === 0) return t('network')
    if (problem.message) return problem.message
    if (problem.status === 401) return t('session-over')
    return problem.status >= 500 ? t('server') : t('unknown')
  }
}
