import { readConfirmation } from '@veranda/contract/accounts/confirmation-routes.ts'
import { type Confirmation } from '@veranda/contract/accounts/confirmation-schemas.ts'
import { needsConfirmation } from '@veranda/core/money/confirm-above.ts'
import { parseMoney } from '@veranda/core/money/money.ts'
import { useNow } from '../lib/now.ts'
import { type Problem } from '../lib/problem.ts'
import { refresh, useRead } from '../lib/query.ts'
import { createStore } from '../lib/store.ts'

export type ConfirmationStanding = {
  /** none: the step can be sent. asked: the person has to confirm first. done: they just have. */
  state: 'none' | 'checking' | 'asked' | 'done'
  until: string | undefined
  ways: Confirmation['ways']
  /** Why it could not be found out. */
  problem: Problem | undefined
  /** Asks the server anew, after it wanted a confirmation that was thought to be there. */
  again: () => Promise<void>
}

type Sum = { readonly amount: number; readonly currency: string }

/** For which sum somebody is to confirm, asked by what cannot show a form itself, such as a panel in the scene. */
export const confirmWish = createStore<Sum | undefined>(undefined)

/**
 * Whether this sum needs a fresh confirmation before it is sent, by the core's rule; `refused` is what the server said
 * to the step itself, which counts for more. Nothing is asked while `watch` is false.
 */
export function useConfirmation(sum: Sum | undefined, watch: boolean, refused?: Problem): ConfirmationStanding {
  const money = sum && parseMoney(sum)
  const wanted = refused?.code === 'confirmation.needed' || (money?.ok === true && needsConfirmation(money.value))
  const read = useRead(readConfirmation, {}, { enabled: watch && wanted, fresh: 0 })
  const now = useNow()
  const until = read.data?.until ?? undefined
  const standing = () => {
    if (!watch || !wanted) return 'none'
    if (read.data === undefined) return read.isError ? 'asked' : 'checking'
    return until !== undefined && Date.parse(until) > now ? 'done' : 'asked'
  }
  return {
    state: standing(),
    until,
    ways: read.data?.ways ?? [],
    problem: read.data === undefined ? (read.error ?? undefined) : undefined,
    again: () => refresh(readConfirmation),
  }
}
