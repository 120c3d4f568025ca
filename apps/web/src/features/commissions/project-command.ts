import { listActivity, listProjects, readCommission, readProject } from '@veranda/contract/commissions/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { listPostings, listProtected, listReceipts, readBalances } from '@veranda/contract/payments/routes.ts'
import { type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { type Command, useCommand } from '../../lib/command.ts'
import { refresh } from '../../lib/query.ts'

/** Every read that a step of a project may change. */
export const projectReads: readonly Route[] = [
  readProject,
  readCommission,
  listProjects,
  listActivity,
  readDashboard,
  readBalances,
  listPostings,
  listProtected,
  listReceipts,
]

/**
 * A step of a project: without optimism, once only by its key, and refreshing what it changed. Refused because somebody
 * else was faster (409), it fetches the project anew, so that the screen shows what is there now.
 */
export function useProjectCommand<R extends Route>(route: R, onDone?: (reply: ReplyOf<R>) => void): Command<R> {
  const command = useCommand(route, { idempotent: true, touches: projectReads, ...(onDone ? { onDone } : {}) })
  return {
    ...command,
    run: async (...args) => {
      const outcome = await command.run(...args)
      if (!outcome.ok && outcome.problem.status === 409) await refresh(readProject)
      return outcome
    },
  }
}
