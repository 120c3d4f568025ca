import * as routes from '@veranda/contract/accounts/passwords/routes.ts'
import * as schemas from '@veranda/contract/accounts/passwords/schemas.ts'
import { done } from '@veranda/contract/shared-schemas.ts'
import { serve } from '../../../platform/http/route.ts'
import { signedIn } from '../../../platform/http/route-access.ts'
import { passwordAttemptsPerAccount, passwordRateLimit } from '../account-limits.ts'
import { changePassword } from './change-password.ts'

export const passwordRoutes = [
  serve(
    routes.changePassword,
    {
      access: signedIn,
      body: schemas.changePasswordBody,
      reply: done,
      rateLimit: [passwordRateLimit, passwordAttemptsPerAccount],
      transaction: false,
    },
    (ctx) => changePassword(ctx, ctx.body),
  ),
]
