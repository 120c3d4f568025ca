import { type Feature } from '../../platform/feature.ts'
import { type ListPendingActions } from './read-dashboard.ts'
import { dashboardRoutes } from './routes.ts'

/**
 * Defines the dashboard feature: pending tasks and money at a glance. `listPendingActions` is provided by the commissions
 * feature.
 */
export const dashboardFeature = (ports: { listPendingActions: ListPendingActions }): Feature => ({
  name: 'dashboard',
  routes: dashboardRoutes(ports.listPendingActions),
})
