import { type Problem } from '../lib/problem.ts'
import { useWords } from '../lib/words.ts'

/** The sentence for a problem: the server's own in the reader's language, else what the app knows about its kind. */
export function useProblemText(): (problem: Problem) => string {
  const t = useWords('errors')
  return (problem) => {
    if (problem.status === 0) return t('network')
    if (problem.message) return problem.message
    if (problem.status === 401) return t('session-over')
    return problem.status >= 500 ? t('server') : t('unknown')
  }
}
