import { type Waiting } from '@veranda/contract/commissions/schemas.ts'
import { useFormat } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { useWords } from '../../lib/words.ts'

/** How to say what is waited for, and until when. */
export function useWaitingWords() {
  const t = useWords('dashboard')
  const format = useFormat()
  const now = useNow()
  return {
    mine: ({ verb, subject, other }: Waiting) => t(`do.${verb}`, { subject, name: other.name }),
    theirs: ({ verb, other }: Waiting) => t(`they.${verb}`, { name: other.name }),
    /** What happens by itself stands with the date; a date that has passed says so. */
    until(waiting: Waiting): { text: string; late: boolean } | undefined {
      if (waiting.by === null) return undefined
      const date = format.weekday(waiting.by)
      if (Date.parse(waiting.by) < now) return { text: t('late', { date }), late: true }
      return { text: waiting.otherwise ? t(`by.${waiting.otherwise}`, { date }) : t('by', { date }), late: false }
    },
    due: (waiting: Waiting) => (waiting.by === null ? undefined : t('due', { date: format.weekday(waiting.by) })),
  }
}

/** Where one does it: the milestone, the contract, or the project's page with the reviews. */
export function waitingPath({ verb, projectId, commissionId, milestoneId }: Waiting): string {
  const project = `/projects/${projectId}`
  if (milestoneId !== null) return `${project}?milestone=${milestoneId}`
  if (commissionId === null || verb === 'review-person') return project
  return `${project}?view=contract&commission=${commissionId}`
}
