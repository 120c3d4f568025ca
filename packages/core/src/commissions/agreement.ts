import { type CommissionId, type OfferVersionId, type UserId, type ProjectId } from '../ids.ts'
import { type Party } from '../state-machine.ts'
import { type Rates } from '../money/rates.ts'
import { type Instant } from '../time/instant.ts'
import { type CommissionState } from './offers/commission-states.ts'
import { type Offer } from './offers/offer-content.ts'
import { type ProjectState } from './projects/project-states.ts'

/** A project as the core sees it. `version` is the row version, incremented by every change. */
export type Project = {
  readonly id: ProjectId
  readonly clientId: UserId
  readonly title: string
  readonly state: ProjectState
  readonly version: number
}

/** One exact offer version and the hash of its canonical text. */
export type OfferRef = { readonly offerId: OfferVersionId; readonly hash: string }

/** The fields of every commission. */
type CommissionFields = {
  readonly id: CommissionId
  readonly projectId: ProjectId
  readonly clientId: UserId
  readonly creatorId: UserId
  readonly version: number
}
/** The current version, once accepted the binding one, and the version before it that was countered, if any. */
type Versions = { readonly current: OfferRef; readonly former: OfferRef | null }
/** Expiry of the request or offer, or after acceptance of the time to fund. */
type Expiring = { readonly expiresAt: Instant }

type InState<State extends CommissionState, Own> = CommissionFields & { readonly state: State } & Own
export type RequestedCommission = InState<'requested', Expiring>
export type OfferedCommission = InState<'offered', Versions & Expiring>
/** A counter-offer always has the version that it counters. */
export type CounteredCommission = InState<'countered', Versions & Expiring & { readonly former: OfferRef }>
export type AcceptedCommission = InState<'accepted', Versions & Expiring>
/** A commission with a funded milestone, and what became of it. */
export type AgreedCommission = InState<'active' | 'completed' | 'cancelled', Versions>
/** A negotiation may end before the first offer. */
export type EndedCommission = InState<'declined' | 'withdrawn' | 'expired', { readonly versions: Versions | null }>

/** A commission that is not agreed yet: each side may still end it. */
export type NegotiatedCommission = RequestedCommission | OfferedCommission | CounteredCommission

/** A commission as the core sees it: one row, with the fields of its state. */
export type Commission = NegotiatedCommission | AcceptedCommission | AgreedCommission | EndedCommission

/** Returns the offer versions of a commission; null before the first offer. */
export function versionsOf(commission: Commission): Versions | null {
  switch (commission.state) {
    case 'requested':
      return null
    case 'declined':
    case 'withdrawn':
    case 'expired':
      return commission.versions
    default:
      return { current: commission.current, former: commission.former }
  }
}

/** The terms that an accepted commission fixes for its milestones. */
export type Agreement = {
  readonly projectId: ProjectId
  readonly commissionId: CommissionId
  readonly clientId: UserId
  readonly creatorId: UserId
  readonly commissionState: CommissionState
  readonly reviewRounds: number
  readonly reviewWindowDays: number
  readonly rates: Rates
}

/** The result of a transition: the state to save and the event to append. */
export type Decision<Thing, Event> = { readonly next: Thing; readonly event: Event }

/** Returns the agreement made by a commission and its accepted content. */
export function agreementOf(commission: Commission, terms: Offer): Agreement {
  return {
    projectId: commission.projectId,
    commissionId: commission.id,
    clientId: commission.clientId,
    creatorId: commission.creatorId,
    commissionState: commission.state,
    reviewRounds: terms.reviewRounds,
    reviewWindowDays: terms.reviewWindowDays,
    rates: terms.rates,
  }
}

/** Returns the party of a user; undefined for anyone else, for whom the subject is not found. */
export function partyOf(
  subject: { readonly clientId: UserId; readonly creatorId?: UserId },
  userId: UserId,
): Extract<Party, 'client' | 'creator'> | undefined {
  if (subject.clientId === userId) return 'client'
  return subject.creatorId === userId ? 'creator' : undefined
}
