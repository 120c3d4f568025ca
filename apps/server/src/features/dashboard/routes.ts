import * as contract from '@veranda/contract/dashboard/routes.ts'
import { dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { serve } from '../../http/serve.ts'
import { signedIn } from '../../http/who.ts'
import { type ListWaiting, readDashboard } from './read-dashboard.ts'

/** One's own dashboard. */
export const dashboardRoutes = (listWaiting: ListWaiting) => [
  serve(contract.readDashboard, { who: signedIn, reply: dashboard }, (ctx) => readDashboard(ctx, listWaiting)),
]
