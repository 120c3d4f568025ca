import { route } from '../../route.ts'
import type { SandboxMails, SandboxMailToBody } from '../../sandbox/schemas.ts'
import type { Done } from '../../shared-schemas.ts'
import type { RequestPasswordResetBody, ResetPasswordBody } from './schemas.ts'

/** Asks for a link by mail. The reply is the same whether or not the address has an account. */
export const requestPasswordReset = route<{ body: RequestPasswordResetBody; reply: Done }>(
  'POST',
  '/accounts/password-reset/request',
)
/** Sets a new password with the token of the link, which works once, and ends all sessions. */
export const resetPassword = route<{ body: ResetPasswordBody; reply: Done }>('POST', '/accounts/password-reset')
/** Lists the newest mail to an address, for those who cannot sign in. Only in a sandbox on a loopback address. */
export const listSandboxMailTo = route<{ body: SandboxMailToBody; reply: SandboxMails }>('POST', '/sandbox/mail/to')
