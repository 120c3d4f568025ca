import { passkeyOptions } from '@veranda/contract/accounts/passkeys/schemas.ts'
import { session } from '@veranda/contract/accounts/sessions/schemas.ts'
import * as routes from '@veranda/contract/accounts/second-factor/routes.ts'
import { finishSignInBody, signInChallenge } from '@veranda/contract/accounts/second-factor/schemas.ts'
import { login as loginRoute } from '@veranda/contract/accounts/sign-in/routes.ts'
import { loginBody, signInReply } from '@veranda/contract/accounts/sign-in/schemas.ts'
import { serve } from '../../../platform/http/route.ts'
import { anyone } from '../../../platform/http/route-access.ts'
import { loadWebAuthn } from '../passkeys/webauthn.ts'
import {
  guessesPerAccount,
  passkeyOptionsPerAddress,
  passwordRateLimit,
  secondFactorsPerAddress,
} from '../account-limits.ts'
import { finishSignIn, readSignInChallenge, startPasskeyFactor } from './finish-sign-in.ts'
import { login } from './login.ts'

export const signInRoutes = [
  serve(
    loginRoute,
    {
      access: anyone,
      body: loginBody,
      reply: signInReply,
      secretReply: true,
      rateLimit: [passwordRateLimit, guessesPerAccount],
      // The password is hashed outside the transaction.
      transaction: false,
    },
    (ctx) => login(ctx, ctx.body),
  ),
  serve(routes.readSignInChallenge, { access: anyone, reply: signInChallenge, noStore: true }, (ctx) =>
    readSignInChallenge(ctx),
  ),
  serve(
    routes.startPasskeyFactor,
    { access: anyone, reply: passkeyOptions, rateLimit: passkeyOptionsPerAddress },
    (ctx) => startPasskeyFactor(ctx),
  ),
  serve(
    routes.finishSignIn,
    {
      access: anyone,
      body: finishSignInBody,
      reply: session,
      secretReply: true,
      rateLimit: secondFactorsPerAddress,
      // A wrong code is refused, and still counted.
      transaction: false,
    },
    async (ctx) => {
      if (ctx.body.method === 'passkey') await loadWebAuthn()
      return finishSignIn(ctx, ctx.body)
    },
  ),
]
