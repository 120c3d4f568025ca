import {
  type AcceptOfferBody,
  type Commission as CommissionView,
} from '@veranda/contract/commissions/offers/schemas.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { type Agreement, agreementOf } from '@veranda/core/commissions/agreement.ts'
import { agree, draftMilestones } from '@veranda/core/commissions/milestones/milestone.ts'
import { type Offer } from '@veranda/core/commissions/offers/offer-content.ts'
import { acceptOffer as decide, checkAcceptance } from '@veranda/core/commissions/offers/offer.ts'
import { type Result } from '@veranda/core/result.ts'
import { asId, type OfferVersionId } from '@veranda/core/ids.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { insertMilestone } from '../milestones/milestone.repository.ts'
import { lockCommissionFor, readOfferContent, saveCommission } from './commission.repository.ts'
import { readCommission } from './read-commission.ts'

/** Accepts one exact offer version for the client and creates its milestones. */
export async function acceptOffer(
  ctx: CommandContext,
  id: string,
  body: AcceptOfferBody,
): Promise<Result<CommissionView>> {
  const { tx, actor, clock } = ctx
  const by = { actor: actor.id, at: clock.now() }
  const locked = await lockCommissionFor(ctx, id)
  if (!locked.ok) return locked
  const { commission, party } = locked.value
  const { hash, terms: termsVersion, expected } = body
  const input = { offerId: asId<OfferVersionId>(body.offerId), hash, termsVersion, expected }
  const checked = checkAcceptance(commission, party, input, currentTermsVersion, by.at)
  if (!checked.ok) return checked
  const content = await readOfferContent(tx, checked.value.current.offerId)
  const { next, event } = decide(checked.value, termsVersion, content.rates, by.at)
  await saveCommission(tx, next, by.at, { accepted_offer_id: next.current.offerId, accepted_terms: termsVersion })
  await appendCommissionEvent(tx, event, by)
  await createMilestones(ctx, content, agreementOf(next, content))
  return readCommission(ctx, id)
}

/** Creates the milestones of an accepted offer, awaiting funding. */
export async function createMilestones(
  { tx, clock, deps }: CommandContext,
  content: Offer,
  agreement: Agreement,
): Promise<void> {
  const now = clock.now()
  for (const draft of draftMilestones(content, () => asId(deps.ids.next()))) {
    const agreed = agree(draft, agreement)
    if (!agreed.ok) throw new Error(`a new milestone was refused: ${agreed.refusal.code}`)
    await insertMilestone(
      tx,
      agreed.value.next,
      agreement,
      content.milestones[draft.number - 1] ?? { description: '' },
      now,
    )
    await appendCommissionEvent(tx, agreed.value.event, { actor: null, at: now })
  }
}
