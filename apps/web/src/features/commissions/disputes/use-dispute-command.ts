import { milestoneChanged } from '@veranda/contract/commissions/events.ts'
import { readDispute } from '@veranda/contract/commissions/disputes/routes.ts'
import { type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { useEffect } from 'react'
import { type Command } from '../../../lib/api/use-command.ts'
import { invalidateReads } from '../../../lib/api/query.ts'
import { on, onResync } from '../../../lib/realtime/realtime.ts'
import { useProjectCommand } from '../use-project-command.ts'

/** Returns a project command that also refreshes the dispute. It is not among the first load's reads, which few need. */
export function useDisputeCommand<R extends Route>(route: R, onDone?: (reply: ReplyOf<R>) => void): Command<R> {
  const command = useProjectCommand(route, onDone)
  return {
    ...command,
    run: async (...args) => {
      const outcome = await command.run(...args)
      await invalidateReads(readDispute)
      return outcome
    },
  }
}

/** Refreshes the shown dispute when the other side, an admin or a timer has changed it. */
export function useDisputeChanges(milestoneId: string): void {
  useEffect(() => {
    const refresh = () => void invalidateReads(readDispute)
    const unsubscribers = [
      on(milestoneChanged, ({ id }) => {
        if (id === milestoneId) refresh()
      }),
      onResync(refresh),
    ]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [milestoneId])
}
