import { changeEvent } from '../realtime/socket-event.ts'

/** To the client and the creator of a booking. */
export const bookingChanged = changeEvent('booking:changed', {})

/** To a creator when their week, absences or time zone change. `id` is the creator's. */
export const scheduleChanged = changeEvent('schedule:changed', {})

/** To a creator when they add, change or remove an hourly service. */
export const hourlyServiceChanged = changeEvent('hourly-service:changed', {})
