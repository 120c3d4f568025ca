import { type Feature } from '../../feature.ts'
import { type ListWaiting } from './read-dashboard.ts'
import { dashboardRoutes } from './routes.ts'

/** What waits on whom, and the money at a glance. `listWaiting` comes from the commissions. */
export const dashboardFeature = (handed: { listWaiting: ListWaiting }): Feature => ({
  name: 'dashboard',
  routes: dashboardRoutes(handed.listWaiting),
})
