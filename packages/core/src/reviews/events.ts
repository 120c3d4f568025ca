import { type CommissionId, type PersonId, type ProjectId, type ReviewId } from '../ids.ts'

type ReviewFacts = {
  readonly reviewId: ReviewId
  readonly commissionId: CommissionId
  readonly projectId: ProjectId
  readonly by: PersonId
  readonly about: PersonId
}

/** Every event of reviews, with its data. What was written is never in an event, since it may still be hidden. */
export type ReviewEvents = {
  'review.written': ReviewFacts
  /** Both are in or the time is over: one event for each review that becomes visible. */
  'review.published': ReviewFacts
  'review.answered': ReviewFacts
}

export type ReviewEventType = keyof ReviewEvents
export type ReviewEvent<T extends ReviewEventType = ReviewEventType> = {
  [K in T]: { readonly type: K; readonly data: ReviewEvents[K] }
}[T]
