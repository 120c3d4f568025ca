import { type AcceptanceLimits } from '../../assets/acceptance-limits.ts'
import { canonicalJson } from '../../canonical-json.ts'
import { type Money } from '../../money/money.ts'
import { type Agreement } from '../agreement.ts'
import { type MilestoneState } from '../milestones/milestone-states.ts'
import { type Milestone } from '../milestones/milestone.ts'
import { calculateOfferFees, type MilestoneTerms, type Offer } from '../offers/offer-content.ts'

/** A milestone with the terms that are in force for it. */
export type AgreedMilestone = {
  readonly milestone: Milestone
  readonly description: string
  readonly limits: AcceptanceLimits | null
  /** Agreed review rounds, without those that the creator added. */
  readonly reviewRounds: number
}

/** The contract of an active commission: the accepted version, and its milestones by number. */
export type Contract = {
  readonly offer: Offer
  readonly agreement: Agreement
  readonly milestones: readonly AgreedMilestone[]
}

/**
 * Returns how a change order can change a milestone: in everything, only by growing because the client has paid for it,
 * or not at all.
 */
export function changeKindOf({ state, frozen }: { readonly state: MilestoneState; readonly frozen: boolean }) {
  switch (state) {
    case 'awaiting_funding':
      return frozen ? 'fixed' : 'free'
    case 'funded':
    case 'in_progress':
    case 'changes_requested':
    case 'submitted':
      return frozen ? 'fixed' : 'grow'
    default:
      return 'fixed'
  }
}

/** Returns the terms in force of one milestone. Its review rounds are named where they are not those of the offer. */
export function termsInForce(agreed: AgreedMilestone, offer: Pick<Offer, 'reviewRounds'>): MilestoneTerms {
  const { milestone, description, limits, reviewRounds } = agreed
  const { title, amount, dueAt } = milestone
  return {
    title,
    description,
    amount,
    dueAt,
    ...(limits && { limits }),
    ...(reviewRounds !== offer.reviewRounds && { reviewRounds }),
  }
}

/** Returns the milestones of a contract that were not cancelled. */
export function uncancelledMilestones({ milestones }: Pick<Contract, 'milestones'>): AgreedMilestone[] {
  return milestones.filter(({ milestone }) => milestone.state !== 'cancelled')
}

/** Returns the content in force: the accepted version, with what has become of its milestones since. */
export function contentInForce(contract: Contract): Offer {
  const { offer } = contract
  return { ...offer, milestones: uncancelledMilestones(contract).map((agreed) => termsInForce(agreed, offer)) }
}

/** Returns what the client has yet to pay for the milestones of `content` that are not funded, fees included. */
export function paymentsToCome(content: Offer, isUnfunded: (index: number) => boolean): Money {
  return calculateOfferFees({ ...content, milestones: content.milestones.filter((_, index) => isUnfunded(index)) })
    .clientPays
}

/** Returns whether two sets of acceptance limits are the same. */
export function areSameLimits(a: AgreedMilestone['limits'], b: AgreedMilestone['limits']): boolean {
  const textOf = (limits: typeof a) => canonicalJson(limits && { ...limits, size: limits.size && { ...limits.size } })
  return textOf(a) === textOf(b)
}
