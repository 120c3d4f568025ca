import { type CommissionId, type UserId, type ProjectId, type ReviewId } from '../ids.ts'

type PeriodFacts = { readonly commissionId: CommissionId; readonly projectId: ProjectId }
type ReviewFacts = PeriodFacts & { readonly reviewId: ReviewId; readonly by: UserId; readonly about: UserId }

/** Events of reviews, with their data. The text is never part of an event, since it may still be hidden. */
export type ReviewEvents = {
  /** `publishes` if it is the second one, with which both become visible. */
  'review.written': ReviewFacts & { readonly publishes: boolean }
  /** Appended for each review that becomes visible, when both are written or the review period is over. */
  'review.published': ReviewFacts
  'review.answered': ReviewFacts
  /** The 14 days are over, whether or not anyone wrote. */
  'review.period-ended': PeriodFacts & { readonly clientId: UserId; readonly creatorId: UserId }
}

export type ReviewEventType = keyof ReviewEvents
export type ReviewEvent<T extends ReviewEventType = ReviewEventType> = {
  [K in T]: { readonly type: K; readonly data: ReviewEvents[K] }
}[T]
