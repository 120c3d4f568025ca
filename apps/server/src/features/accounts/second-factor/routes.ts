import * as routes from '@veranda/contract/accounts/second-factor/routes.ts'
import * as schemas from '@veranda/contract/accounts/second-factor/schemas.ts'
import { done } from '@veranda/contract/shared-schemas.ts'
import { ok } from '@veranda/core/result.ts'
import { serve } from '../../../platform/http/route.ts'
import { signedIn } from '../../../platform/http/route-access.ts'
import { factorChangesPerAccount as rateLimit } from '../account-limits.ts'
import { readSecondFactor, replaceRecoveryCodes, startTotp, turnOffTotp, turnOnTotp } from './change-totp.ts'

export const secondFactorRoutes = [
  serve(routes.readSecondFactor, { access: signedIn, reply: schemas.secondFactor }, async (ctx) =>
    ok(await readSecondFactor(ctx)),
  ),
  serve(routes.startTotp, { access: signedIn, reply: schemas.newTotp, secretReply: true, rateLimit }, (ctx) =>
    startTotp(ctx),
  ),
  serve(
    routes.turnOnTotp,
    { access: signedIn, body: schemas.turnOnTotpBody, reply: schemas.recoveryCodes, secretReply: true, rateLimit },
    (ctx) => turnOnTotp(ctx, ctx.body),
  ),
  serve(routes.turnOffTotp, { access: signedIn, reply: done, rateLimit }, (ctx) => turnOffTotp(ctx)),
  serve(
    routes.replaceRecoveryCodes,
    { access: signedIn, reply: schemas.recoveryCodes, secretReply: true, rateLimit },
    (ctx) => replaceRecoveryCodes(ctx),
  ),
]
