import { route } from '../../route.ts'
import type { Done } from '../../shared-schemas.ts'
import type { EmailLinkBody, EmailUndone, RequestEmailChangeBody } from './schemas.ts'

/** Asks for a link to an address that the user wants as theirs. The reply is the same for a free and a taken one. */
export const requestEmailChange = route<{ body: RequestEmailChangeBody; reply: Done }>('POST', '/accounts/me/email')
/** Changes the address of an account with the token of the link, which works once. */
export const confirmEmailChange = route<{ body: EmailLinkBody; reply: Done }>('POST', '/accounts/email-change')
/** Restores the former address of an account with the token of the link, which works once, and ends all sessions. */
export const undoEmailChange = route<{ body: EmailLinkBody; reply: EmailUndone }>('POST', '/accounts/email-change/undo')
