import { type CommissionId, type OfferVersionId, type UserId, type ProjectId } from '../ids.ts'
import { type Party } from '../state-machine.ts'
import { type Rates } from '../money/rates.ts'
import { type Instant } from '../time/instant.ts'
import { type CommissionState } from './offers/commission-states.ts'
import { type OfferContent } from './offers/offer-content.ts'
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

/** A commission as the core sees it. */
export type Commission = {
  readonly id: CommissionId
  readonly projectId: ProjectId
  readonly clientId: UserId
  readonly creatorId: UserId
  readonly state: CommissionState
  readonly version: number
  /** The current version; once accepted, the binding one. */
  readonly current: OfferRef | null
  /** The version that the current one counters. */
  readonly former: OfferRef | null
  /** Expiry of the request or offer, or after acceptance of the time to fund; null if nothing expires. */
  readonly expiresAt: Instant | null
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
export function agreementOf(commission: Commission, terms: OfferContent): Agreement {
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
