import * as routes from '@veranda/contract/accounts/new-device/routes.ts'
import { refusedSession, refuseSessionBody } from '@veranda/contract/accounts/new-device/schemas.ts'
import { serve } from '../../../platform/http/route.ts'
import { anyone } from '../../../platform/http/route-access.ts'
import { passwordRateLimit } from '../account-limits.ts'
import { refuseSession } from './refuse-session.ts'

export const newDeviceRoutes = [
  serve(
    routes.refuseSession,
    { access: anyone, body: refuseSessionBody, reply: refusedSession, rateLimit: passwordRateLimit },
    (ctx) => refuseSession(ctx, ctx.body),
  ),
]
