import { type CommissionId, type OfferVersionId, type PersonId, type ProjectId } from '../ids.ts'
import { type Party } from '../machine.ts'
import { type Rates } from '../money/rates.ts'
import { type Instant } from '../time/instant.ts'
import { type CommissionState } from './commission-states.ts'
import { type OfferContent } from './offer-content.ts'
import { type ProjectState } from './project-states.ts'

/** A project as the rules see it. `version` is the row's, counted up with every change. */
export type Project = {
  readonly id: ProjectId
  readonly clientId: PersonId
  readonly title: string
  readonly state: ProjectState
  readonly version: number
}

/** One exact version of an offer and the hash of its canonical text. */
export type NamedOffer = { readonly offerId: OfferVersionId; readonly hash: string }

/** A commission as the rules see it. */
export type Commission = {
  readonly id: CommissionId
  readonly projectId: ProjectId
  readonly clientId: PersonId
  readonly creatorId: PersonId
  readonly state: CommissionState
  readonly version: number
  /** The version on the table; once accepted, the one that binds. */
  readonly current: NamedOffer | null
  /** What the version on the table counters. */
  readonly former: NamedOffer | null
  /** When the request or offer lapses, or after acceptance the chance to fund; null when nothing does. */
  readonly expiresAt: Instant | null
}

/** What an accepted commission fixes for each of its milestones. */
export type Deal = {
  readonly projectId: ProjectId
  readonly commissionId: CommissionId
  readonly clientId: PersonId
  readonly creatorId: PersonId
  readonly commissionState: CommissionState
  readonly reviewRounds: number
  readonly reviewWindowDays: number
  readonly rates: Rates
}

/** What a decision changes: the thing as it is to be saved, and the event to be logged with it. */
export type Decision<Thing, Event> = { readonly next: Thing; readonly event: Event }

/** The deal that a commission and the content of its accepted version make. */
export function dealOf(commission: Commission, terms: OfferContent): Deal {
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

/** Which side a person is on; undefined for anybody else, to whom the thing is not found. */
export function partyOf(
  thing: { readonly clientId: PersonId; readonly creatorId?: PersonId },
  person: PersonId,
): Extract<Party, 'client' | 'creator'> | undefined {
  if (thing.clientId === person) return 'client'
  return thing.creatorId === person ? 'creator' : undefined
}
