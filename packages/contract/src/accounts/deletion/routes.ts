import { route } from '../../route.ts'
import type { AccountDeletion } from './schemas.ts'

/** Reads when the account is deleted, and what keeps it from being so. */
export const readDeletion = route<{ reply: AccountDeletion }>('GET', '/accounts/deletion')
/** Schedules the deletion of the account; until then its user can cancel it. */
export const scheduleDeletion = route<{ reply: AccountDeletion }>('POST', '/accounts/deletion')
/** Cancels the deletion of the account. */
export const cancelDeletion = route<{ reply: AccountDeletion }>('DELETE', '/accounts/deletion')
