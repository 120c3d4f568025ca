import { changeEvent } from '../realtime/socket-event.ts'

/** To a creator when their page changes: profile, package services or portfolio. `id` is the creator's. */
export const profileChanged = changeEvent('profile:changed', {})
/** To client and creator when a creator asks to show a client's work, or the client answers. */
export const workConsentChanged = changeEvent('work-consent:changed', {})
