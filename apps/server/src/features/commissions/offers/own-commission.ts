import { type Commission, partyOf } from '@veranda/core/commissions/deal.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { lockCommission } from './rows.ts'

export type OwnCommission = { readonly commission: Commission; readonly party: 'client' | 'creator' }

/** Holds the commission and says on which side the actor is; to anybody else it is absent. */
export async function ownCommission({ tx, actor }: At, id: string): Promise<Result<OwnCommission>> {
  const commission = await lockCommission(tx, id)
  const party = commission && partyOf(commission, actor.id)
  return commission && party ? ok({ commission, party }) : refuse('commission.not-found', 'not-found')
}
