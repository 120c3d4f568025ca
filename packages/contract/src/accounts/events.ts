import { changeEvent } from '../realtime/socket-event.ts'

/** To a user when their account or their list of devices changes. `id` is the user's. */
export const accountChanged = changeEvent('account:changed', {})
