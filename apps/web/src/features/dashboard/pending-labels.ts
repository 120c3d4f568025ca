import { type PendingAction } from '@veranda/contract/commissions/projects/schemas.ts'
import { type DashboardAction } from '@veranda/contract/dashboard/schemas.ts'
import { pendingAmountKind } from '@veranda/core/commissions/pending-amount.ts'
import { useFormat } from '../../lib/i18n/format.ts'
import { useServerNow } from '../../lib/realtime/server-clock.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'

/** The tasks of a creator that have an amount. */
const creatorTasks: readonly PendingAction['action'][] = ['start', 'deliver', 'rework']

/** Returns functions that label a pending task and its deadline. */
export function usePendingLabels() {
  const t = useTranslations('dashboard')
  const format = useFormat()
  const now = useServerNow()
  return {
    ownTask({ action, subject, counterpart, newestVersion }: DashboardAction) {
      const params = { subject, name: counterpart.name, number: newestVersion?.number ?? 1 }
      if (newestVersion?.isDraft) return t('do.submit', params)
      return t(action === 'review-version' && newestVersion ? 'do.review-numbered' : `do.${action}`, params)
    },
    /** Labels the button of a task; `step` is the step that it takes right there. */
    act: ({ action, newestVersion }: DashboardAction, step: string | undefined) =>
      step === 'approve' || step === 'submit'
        ? t(`act.${step}`, { number: newestVersion?.number ?? 1 })
        : t(`act.${action}`, { number: (newestVersion?.number ?? 0) + 1 }),
    /** Says what the amount of the user's own task is. */
    amount: ({ action }: PendingAction) =>
      t(`sum.${pendingAmountKind(action, creatorTasks.includes(action) ? 'creator' : 'client')}`),
    from: ({ projectTitle, subject, counterpart }: PendingAction) =>
      // A task on the whole project has its name already.
      projectTitle === subject ? counterpart.name : t('from', { project: projectTitle, name: counterpart.name }),
    /**
     * Labels the deadline with what happens automatically then, or as overdue once it has passed.
     */
    until({ deadline }: PendingAction): { text: string; late: boolean } | undefined {
      if (deadline === null) return undefined
      const date = format.weekday(deadline.at)
      if (Date.parse(deadline.at) < now) return { text: t('late', { date }), late: true }
      return { text: deadline.onTimeout ? t(`by.${deadline.onTimeout}`, { date }) : t('by', { date }), late: false }
    },
  }
}

/**
 * Returns the path of the page where the task is done: the milestone, the contract, or the project with its reviews.
 */
export function pendingPath({ action, projectId, commissionId, milestoneId }: PendingAction): string {
  const project = `/projects/${projectId}`
  if (milestoneId !== null) return `${project}?milestone=${milestoneId}`
  if (commissionId === null || action === 'write-review') return project
  return `${project}?view=contract&commission=${commissionId}`
}

/** Returns the path of the ledger entries behind the amount of a task; undefined for a price that is not paid yet. */
export function entriesPath({ action, projectId }: PendingAction): string | undefined {
  return action === 'review-version' ? `/projects/${projectId}?view=money` : undefined
}
