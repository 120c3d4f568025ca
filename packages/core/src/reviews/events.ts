import { type CommissionId, type UserId, type ProjectId, type ReviewId } from '../ids.ts'

type ReviewFacts = {
  readonly reviewId: ReviewId
  readonly commissionId: CommissionId
  readonly projectId: ProjectId
  readonly by: UserId
  readonly about: UserId
}

/** Events of reviews, with their data. The text is never part of an event, since it may still be hidden. */
export type ReviewEvents = {
  /** `publishes` if it is the second one, with which both become visible. */
  'review.written': ReviewFacts & { readonly publishes: boolean }
  /** Appended for each review that becomes visible, when both are written or the review period is over. */
  'review.published': ReviewFacts
  'review.answered': ReviewFacts
}

export type ReviewEventType = keyof ReviewEvents
export type ReviewEvent<T extends ReviewEventType = ReviewEventType> = {
  [K in T]: { readonly type: K; readonly data: ReviewEvents[K] }
}[T]
