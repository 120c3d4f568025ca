import { listActivity, listProjects, readCommission, readProject } from '@veranda/contract/commissions/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { listLedgerEntries, listEscrow, listReceipts, readBalances } from '@veranda/contract/payments/routes.ts'
import { listRoomVersions } from '@veranda/contract/rooms/routes.ts'
import { type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { type Command, useCommand } from '../../lib/api/use-command.ts'
import { invalidateReads } from '../../lib/api/query.ts'

/** Queries that a project command may change. */
export const projectQueries: readonly Route[] = [
  readProject,
  readCommission,
  listProjects,
  listActivity,
  readDashboard,
  readBalances,
  listLedgerEntries,
  listEscrow,
  listReceipts,
  listRoomVersions,
]

/**
 * Returns a project command that is idempotent and refreshes what it changed, without optimistic updates. After a
 * conflict (409) it reloads the project, so that the screen shows the current state.
 */
export function useProjectCommand<R extends Route>(route: R, onDone?: (reply: ReplyOf<R>) => void): Command<R> {
  const command = useCommand(route, { idempotent: true, invalidates: projectQueries, ...(onDone ? { onDone } : {}) })
  return {
    ...command,
    run: async (...args) => {
      const outcome = await command.run(...args)
      if (!outcome.ok && outcome.problem.status === 409) await invalidateReads(readProject)
      return outcome
    },
  }
}
