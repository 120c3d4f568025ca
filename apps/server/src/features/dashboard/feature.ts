import { type Feature } from '../../platform/feature.ts'
import { type DashboardSources } from './read-dashboard.ts'
import { dashboardRoutes } from './routes.ts'

/** Defines the dashboard feature: pending tasks and money at a glance, from what other features tell it. */
export const dashboardFeature = (sources: DashboardSources): Feature => ({
  name: 'dashboard',
  routes: dashboardRoutes(sources),
})
