import { type PendingAction } from '@veranda/contract/commissions/projects/schemas.ts'
import { useFormat } from '../../lib/format.ts'
import { useServerNow } from '../../lib/server-clock.ts'
import { useTranslations } from '../../lib/i18n.ts'

/** Returns functions that label a pending task and its deadline. */
export function useWaitingLabels() {
  const t = useTranslations('dashboard')
  const format = useFormat()
  const now = useServerNow()
  return {
    ownTask: ({ action, subject, counterpart }: PendingAction) =>
      t(`do.${action}`, { subject, name: counterpart.name }),
    othersTask: ({ action, counterpart }: PendingAction) => t(`they.${action}`, { name: counterpart.name }),
    /** Labels the deadline with what happens automatically then, or as overdue once it has passed. */
    until(waiting: PendingAction): { text: string; late: boolean } | undefined {
      if (waiting.dueAt === null) return undefined
      const date = format.weekday(waiting.dueAt)
      if (Date.parse(waiting.dueAt) < now) return { text: t('late', { date }), late: true }
      return { text: waiting.onTimeout ? t(`by.${waiting.onTimeout}`, { date }) : t('by', { date }), late: false }
    },
    due: (waiting: PendingAction) =>
      waiting.dueAt === null ? undefined : t('due', { date: format.weekday(waiting.dueAt) }),
  }
}

/**
 * Returns the path of the page where the task is done: the milestone, the contract, or the project with its reviews.
 */
export function waitingPath({ action, projectId, commissionId, milestoneId }: PendingAction): string {
  const project = `/projects/${projectId}`
  if (milestoneId !== null) return `${project}?milestone=${milestoneId}`
  if (commissionId === null || action === 'write-review') return project
  return `${project}?view=contract&commission=${commissionId}`
}
