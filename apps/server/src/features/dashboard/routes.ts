import * as contract from '@veranda/contract/dashboard/routes.ts'
import { dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { serve } from '../../platform/http/route.ts'
import { signedIn } from '../../platform/http/route-access.ts'
import { type DashboardSources, readDashboard } from './read-dashboard.ts'

/** Returns the route of the user's own dashboard. */
export const dashboardRoutes = (sources: DashboardSources) => [
  serve(contract.readDashboard, { access: signedIn, reply: dashboard }, (ctx) => readDashboard(ctx, sources)),
]
