import { type Feature } from '../../platform/feature.ts'
import { deleteOldAnalytics } from './delete-old-analytics.ts'
import { analyticsRoutes } from './routes.ts'

/** Page views as totals, and errors of the app. Nothing here says who. */
export const analyticsFeature: Feature = {
  name: 'analytics',
  routes: analyticsRoutes,
  nightlyTasks: [deleteOldAnalytics],
}
