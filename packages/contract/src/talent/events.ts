import { changeEvent } from '../realtime/socket-event.ts'

/** To a creator when their page changes: profile, package services or portfolio. `id` is the creator's. */
export const profileChanged = changeEvent('profile:changed', {})
