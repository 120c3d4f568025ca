import { route } from '../route.ts'
import type { Confirmation, ConfirmBody } from './confirmation-schemas.ts'

/** Whether this session has freshly shown who it belongs to, and how it may. */
export const readConfirmation = route<{ reply: Confirmation }>('GET', '/accounts/confirmation')
/** Shows anew that it is oneself. Counts for this session alone, and for five minutes. */
export const confirmPerson = route<{ body: ConfirmBody; reply: Confirmation }>('POST', '/accounts/confirmation')
