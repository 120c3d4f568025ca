import { sql } from 'kysely'
import { type Feature } from '../../platform/feature.ts'
import { type PersonalData } from '../../platform/personal-data/personal-data.ts'
import { type Eraser } from '../../platform/access/account-erasure.ts'
import { closeReviews } from './close-reviews.ts'
import { onCommissionCompleted } from './on-commission-completed.ts'
import { publishReviewPeriodEnd, publishReviewsChange } from './on-review-changed.ts'
import { reviewRoutes } from './routes.ts'

/** The reviews that a user wrote, and those about them that they may read. */
const reviewData: readonly PersonalData[] = [
  {
    name: 'reviews',
    select: (userId) => sql`
      select r.id, r.commission_id as "commissionId", case when r.by_id = ${userId} then 'you' else w.name end as "by",
        case when r.about_id = ${userId} then 'you' else a.name end as about, r.stars, r.text, r.answer,
        r.answered_at as "answeredAt", r.created_at as "createdAt", r.published_at as "publishedAt"
      from reviews r join users w on w.id = r.by_id join users a on a.id = r.about_id
      where r.by_id = ${userId} or (r.about_id = ${userId} and r.published_at is not null) order by r.created_at, r.id`,
  },
]

/** Deletes the reviews about a user. Those that they wrote stay with whom they are about, without their name. */
const reviewEraser: Eraser = {
  tables: ['reviews'],
  async erase({ tx }, { id }) {
    await tx.deleteFrom('reviews').where('about_id', '=', id).execute()
  },
}

/** Double-blind reviews between the two parties of a commission. */
export const reviewsFeature: Feature = {
  name: 'reviews',
  erasers: [reviewEraser],
  routes: reviewRoutes,
  eventHandlers: [onCommissionCompleted, publishReviewsChange, publishReviewPeriodEnd],
  timers: [closeReviews],
  personalData: reviewData,
}
