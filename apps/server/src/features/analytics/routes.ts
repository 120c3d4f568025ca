import * as contract from '@veranda/contract/analytics/routes.ts'
import {
  errorGroupList,
  errorReportBody,
  pageViewBody,
  pageViewList,
  pageViewsQuery,
} from '@veranda/contract/analytics/schemas.ts'
import { done } from '@veranda/contract/shared-schemas.ts'
import { ok } from '@veranda/core/result.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { adminWho, anyone } from '../../platform/http/route-access.ts'
import { serve } from '../../platform/http/route.ts'
import { listErrors } from './list-errors.ts'
import { countPageView, listPageViews } from './page-views.ts'
import { reportError } from './report-error.ts'

export const analyticsRoutes = [
  serve(
    contract.countPageView,
    // Many users may share an address of the network.
    { access: anyone, body: pageViewBody, reply: done, rateLimit: { per: 'address', max: 600, windowMs: minute } },
    (ctx) => countPageView(ctx, ctx.body),
  ),
  serve(
    contract.reportError,
    { access: anyone, body: errorReportBody, reply: done, rateLimit: { per: 'address', max: 30, windowMs: minute } },
    (ctx) => reportError(ctx, ctx.body),
  ),
  serve(
    contract.listPageViews,
    { access: adminWho('read-analytics'), query: pageViewsQuery, reply: pageViewList },
    async (ctx) => ok(await listPageViews(ctx.tx, ctx.clock.now(), ctx.query.days)),
  ),
  serve(contract.listErrors, { access: adminWho('read-analytics'), reply: errorGroupList }, async (ctx) =>
    ok(await listErrors(ctx.tx)),
  ),
]
