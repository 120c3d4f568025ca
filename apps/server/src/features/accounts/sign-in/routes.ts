import * as routes from '@veranda/contract/accounts/sign-in/routes.ts'
import * as schemas from '@veranda/contract/accounts/sign-in/schemas.ts'
import { serve } from '../../../platform/http/route.ts'
import { anyone } from '../../../platform/http/route-access.ts'
import { guessesPerAccount, passwordRateLimit } from '../account-limits.ts'
import { login } from './login.ts'

export const signInRoutes = [
  serve(
    routes.login,
    {
      access: anyone,
      body: schemas.loginBody,
      reply: schemas.signInReply,
      secretReply: true,
      rateLimit: [passwordRateLimit, guessesPerAccount],
      // The password is hashed outside the transaction.
      transaction: false,
    },
    (ctx) => login(ctx, ctx.body),
  ),
]
