import { type ProjectId, type UserId } from '../ids.ts'

type WorkConsentFacts = {
  readonly consentId: string
  readonly projectId: ProjectId
  readonly creatorId: UserId
  readonly clientId: UserId
  /** The title of the portfolio item. */
  readonly title: string
}

/** Events of a client's consent to showing a work in public, with their data. */
export type WorkConsentEvents = {
  'work-consent.asked': WorkConsentFacts
  'work-consent.granted': WorkConsentFacts
  'work-consent.declined': WorkConsentFacts
  'work-consent.withdrawn': WorkConsentFacts
}

export type WorkConsentEventType = keyof WorkConsentEvents
export type WorkConsentEvent<T extends WorkConsentEventType = WorkConsentEventType> = {
  [K in T]: { readonly type: K; readonly data: WorkConsentEvents[K] }
}[T]
