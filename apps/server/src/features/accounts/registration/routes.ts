import * as routes from '@veranda/contract/accounts/registration/routes.ts'
import {
  firstSession,
  registerUserBody,
  verifyRegistrationBody,
} from '@veranda/contract/accounts/registration/schemas.ts'
import { done } from '@veranda/contract/shared-schemas.ts'
import { serve } from '../../../platform/http/route.ts'
import { anyone } from '../../../platform/http/route-access.ts'
import { passwordRateLimit, registrationsPerAccount, registrationsPerAddress } from '../account-limits.ts'
import { registerUser } from './register-user.ts'
import { verifyRegistration } from './verify-registration.ts'

export const registrationRoutes = [
  serve(
    routes.registerUser,
    {
      access: anyone,
      body: registerUserBody,
      reply: done,
      rateLimit: [registrationsPerAddress, registrationsPerAccount],
      // The password is hashed outside the transaction.
      transaction: false,
    },
    (ctx) => registerUser(ctx, ctx.body),
  ),
  serve(
    routes.verifyRegistration,
    {
      access: anyone,
      body: verifyRegistrationBody,
      reply: firstSession,
      secretReply: true,
      rateLimit: passwordRateLimit,
      transaction: false,
    },
    (ctx) => verifyRegistration(ctx, ctx.body),
  ),
]
