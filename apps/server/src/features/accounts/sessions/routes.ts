import { refuseSession as refuseSessionRoute } from '@veranda/contract/accounts/new-device/routes.ts'
import { refusedSession, refuseSessionBody } from '@veranda/contract/accounts/new-device/schemas.ts'
import * as routes from '@veranda/contract/accounts/sessions/routes.ts'
import * as schemas from '@veranda/contract/accounts/sessions/schemas.ts'
import { done, idParams } from '@veranda/contract/shared-schemas.ts'
import { ok } from '@veranda/core/result.ts'
import { serve } from '../../../platform/http/route.ts'
import { anyone, cookieOnly, signedIn } from '../../../platform/http/route-access.ts'
import { passwordRateLimit } from '../account-limits.ts'
import { refuseSession } from '../new-device/refuse-session.ts'
import { endDevice, endOtherDevices, logout } from './end-sessions.ts'
import { listDevices } from './list-devices.ts'
import { readSession, renewToken } from './read-session.ts'

export const sessionRoutes = [
  serve(routes.logout, { access: cookieOnly, body: schemas.logoutBody, reply: done }, (ctx) => logout(ctx, ctx.body)),
  serve(routes.readSession, { access: cookieOnly, reply: schemas.session, transaction: true, noStore: true }, (ctx) =>
    readSession(ctx),
  ),
  serve(routes.renewToken, { access: cookieOnly, reply: schemas.accessToken, secretReply: true }, (ctx) =>
    renewToken(ctx),
  ),
  serve(routes.listDevices, { access: signedIn, reply: schemas.deviceList }, async ({ tx, actor }) =>
    ok(await listDevices(tx, actor)),
  ),
  serve(routes.endOtherDevices, { access: signedIn, reply: done }, (ctx) => endOtherDevices(ctx)),
  serve(routes.endDevice, { access: signedIn, params: idParams, reply: done }, (ctx) => endDevice(ctx, ctx.params.id)),
  serve(
    refuseSessionRoute,
    { access: anyone, body: refuseSessionBody, reply: refusedSession, rateLimit: passwordRateLimit },
    (ctx) => refuseSession(ctx, ctx.body),
  ),
]
