import * as routes from '@veranda/contract/talent/explore/routes.ts'
import { adminReasonBody } from '@veranda/contract/admin/schemas.ts'
import { idParams } from '@veranda/contract/shared-schemas.ts'
import * as schemas from '@veranda/contract/talent/explore/schemas.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { hour, minute } from '@veranda/core/time/instant.ts'
import { type RateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { serve, type ServerRoute } from '../../../platform/http/route.ts'
import { adminWho, publicToAll } from '../../../platform/http/route-access.ts'
import { exploreCreators } from './explore-creators.ts'
import { type ReadOpenServices, readPublicCreator } from './read-public-creator.ts'
import { closePageReport, readPageReport, unlistReportedPage } from './decide-report.ts'
import { reportPage } from './report-page.ts'

/** Per address of the network, signed in or not: enough for many readers behind one address, too few to copy everything. */
export const publicReadLimit: RateLimit = { name: 'public-read', per: 'address', max: 240, windowMs: minute }

const moderator = adminWho('decide-reports')

/** Routes that strangers may call, and those by which admins decide what strangers reported. */
export function exploreRoutes(readOpenServices: ReadOpenServices): ServerRoute[] {
  return [
    serve(
      routes.exploreCreators,
      { access: publicToAll, query: schemas.exploreQuery, reply: schemas.exploreReply, rateLimit: publicReadLimit },
      ({ tx, query, clock }) => exploreCreators(tx, query, clock.now()),
    ),
    serve(
      routes.readPublicCreator,
      { access: publicToAll, params: schemas.handleParams, reply: schemas.publicCreator, rateLimit: publicReadLimit },
      async ({ tx, params, clock }) => {
        const creator = await readPublicCreator(tx, params.handle, { now: clock.now(), readOpenServices })
        return creator ? ok(creator) : refuse('creator.not-found', 'not-found')
      },
    ),
    serve(
      routes.reportPage,
      {
        access: publicToAll,
        params: schemas.handleParams,
        body: schemas.reportPageBody,
        reply: schemas.reportReply,
        status: 201,
        rateLimit: { per: 'address', max: 10, windowMs: hour, shared: true },
      },
      (ctx) => reportPage(ctx, ctx.params.handle, ctx.body),
    ),
    serve(routes.readPageReport, { access: moderator, params: idParams, reply: schemas.pageReport }, ({ tx, params }) =>
      readPageReport(tx, params.id),
    ),
    serve(
      routes.closePageReport,
      { access: moderator, params: idParams, body: adminReasonBody, reply: schemas.pageReport },
      (ctx) => closePageReport(ctx, ctx.params.id, ctx.body),
    ),
    serve(
      routes.unlistReportedPage,
      { access: moderator, params: idParams, body: adminReasonBody, reply: schemas.pageReport },
      (ctx) => unlistReportedPage(ctx, ctx.params.id, ctx.body),
    ),
  ]
}
