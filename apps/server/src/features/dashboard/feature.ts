import * as contract from '@veranda/contract/dashboard/routes.ts'
import { dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { type Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { signedIn } from '../../platform/http/route-access.ts'
import { type DashboardSources, readDashboard } from './read-dashboard.ts'

/** Defines the dashboard feature: pending tasks and money at a glance, from what other features tell it. */
export const dashboardFeature = (sources: DashboardSources): Feature => ({
  name: 'dashboard',
  routes: [serve(contract.readDashboard, { access: signedIn, reply: dashboard }, (ctx) => readDashboard(ctx, sources))],
})
