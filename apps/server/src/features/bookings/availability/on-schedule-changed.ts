import { scheduleChanged, hourlyServiceChanged } from '@veranda/contract/bookings/events.ts'
import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { publishChange } from '../../../platform/realtime/publish-change.ts'
import { findSchedule } from './schedule.ts'

/** Publishes a changed week to the creator's devices. */
export const publishScheduleChange = eventHandler<BookingEvent<'schedule.changed'>>(
  'bookings-publish-schedule-change',
  ['schedule.changed'],
  async ({ tx, event: { data } }) => {
    const { version } = await findSchedule(tx, data.creatorId)
    await publishChange(tx, [data.creatorId], scheduleChanged, { id: data.creatorId, version })
  },
)

/** Publishes a changed hourly service to the creator's devices. Services have no version of their own. */
export const publishHourlyServiceChange = eventHandler<BookingEvent<'hourly-service.changed'>>(
  'bookings-publish-hourly-service-change',
  ['hourly-service.changed'],
  async ({ tx, event: { data, position } }) => {
    await publishChange(tx, [data.creatorId], hourlyServiceChanged, { id: data.serviceId, version: position })
  },
)
