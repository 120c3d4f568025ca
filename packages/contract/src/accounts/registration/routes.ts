import { route } from '../../route.ts'
import type { Done } from '../../shared-schemas.ts'
import type { FirstSession, RegisterUserBody, VerifyRegistrationBody } from './schemas.ts'

/** Asks for an account. The reply is the same whether or not the address has one; the rest is in the mail. */
export const registerUser = route<{ body: RegisterUserBody; reply: Done }>('POST', '/accounts/register')
/** Creates the account with the token of the link, which works once, and signs in. */
export const verifyRegistration = route<{ body: VerifyRegistrationBody; reply: FirstSession }>(
  'POST',
  '/accounts/register/verify',
)
