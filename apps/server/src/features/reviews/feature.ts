import { type Feature } from '../../feature.ts'
import { closeReviews } from './close-reviews.ts'
import { onCommissionCompleted } from './on-commission-completed.ts'
import { reviewRoutes } from './routes.ts'

/** What two people who worked together say of each other, double blind. */
export const reviewsFeature: Feature = {
  name: 'reviews',
  routes: reviewRoutes,
  reactions: [onCommissionCompleted],
  due: [closeReviews],
}
