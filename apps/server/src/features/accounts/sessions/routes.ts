import * as routes from '@veranda/contract/accounts/sessions/routes.ts'
import * as schemas from '@veranda/contract/accounts/sessions/schemas.ts'
import { done, idParams } from '@veranda/contract/shared-schemas.ts'
import { ok } from '@veranda/core/result.ts'
import { serve } from '../../../platform/http/route.ts'
import { cookieOnly, signedIn } from '../../../platform/http/route-access.ts'
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
]
