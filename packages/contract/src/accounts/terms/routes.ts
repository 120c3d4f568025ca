import { route } from '../../route.ts'
import type { Account } from '../settings/schemas.ts'
import type { AgreeToTermsBody } from './schemas.ts'

/** Agrees to the version of the terms in force. */
export const agreeToTerms = route<{ body: AgreeToTermsBody; reply: Account }>('POST', '/accounts/me/terms')
