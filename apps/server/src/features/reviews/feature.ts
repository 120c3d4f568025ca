import { type Feature } from '../../platform/feature.ts'
import { reviewEraser } from './erase-user.ts'
import { closeReviews } from './close-reviews.ts'
import { onCommissionCompleted } from './on-commission-completed.ts'
import { publishReviewsChange } from './on-review-changed.ts'
import { reviewRoutes } from './routes.ts'

/** Double-blind reviews between the two parties of a commission. */
export const reviewsFeature: Feature = {
  name: 'reviews',
  erasers: [reviewEraser],
  routes: reviewRoutes,
  eventHandlers: [onCommissionCompleted, publishReviewsChange],
  timers: [closeReviews],
}
