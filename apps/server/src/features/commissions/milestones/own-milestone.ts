import { partyOf } from '@veranda/core/commissions/deal.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type At, type By } from '../at.ts'
import { lockMilestone, type Locked } from './rows.ts'

export type OwnMilestone = Locked & { readonly party: 'client' | 'creator'; readonly by: By & { actor: string } }

/** Holds the milestone and says on which side the actor is; to anybody else it is absent. */
export async function ownMilestone({ tx, actor, clock }: At, id: string): Promise<Result<OwnMilestone>> {
  const locked = await lockMilestone(tx, id)
  const party = locked && partyOf(locked.deal, actor.id)
  if (!locked || !party) return refuse('milestone.not-found', 'not-found')
  return ok({ ...locked, party, by: { actor: actor.id, at: clock.now() } })
}
