import { nextFreeStarts } from '@veranda/core/bookings/availability/slots.ts'
import { type Instant, day, hour, instant, toIso } from '@veranda/core/time/instant.ts'
import { type Db } from '../../../platform/db/database.ts'
import { findHourlyServices } from '../services/hourly-services.ts'
import { readAvailability } from './read-availability.ts'

const maxFreeTimes = 4
/** Between two of them, so that they are choices and not neighbours. */
const freeTimeGapMs = 3 * hour
/** Starts of one service that are looked at; enough for the gaps at a start every quarter of an hour. */
const maxStarts = 60

type OpenServices = {
  hourlyServices: {
    id: string
    title: string
    description: string
    minutes: number
    price: { amount: number; currency: string } | null
  }[]
  freeTimes: { at: string; serviceId: string }[]
}

/**
 * Reads the hourly services of a creator and their next free times, earliest first. The reader's own bookings are not
 * known, so they do not count. Without payments, services with a price are left out.
 */
export async function readOpenServices(
  db: Db,
  creatorId: string,
  { now, paymentsOn }: { now: Instant; paymentsOn: boolean },
): Promise<OpenServices> {
  const services = (await findHourlyServices(db, creatorId)).filter(({ price }) => price === null || paymentsOn)
  const starts = await Promise.all(
    services.map(async ({ id, horizon_days: horizonDays }) => {
      const within = { from: now, to: instant(now + horizonDays * day) }
      const bookable = await readAvailability(db, { serviceId: id, clientId: null, within, now })
      const next = bookable ? nextFreeStarts(bookable.availability, now, maxStarts) : []
      return next.map((at) => ({ at, serviceId: id }))
    }),
  )
  const freeTimes: { at: Instant; serviceId: string }[] = []
  for (const start of starts.flat().toSorted((a, b) => a.at - b.at)) {
    const last = freeTimes.at(-1)
    if (!last || start.at >= last.at + freeTimeGapMs) freeTimes.push(start)
  }
  return {
    hourlyServices: services.map(({ id, title, description, minutes, price, currency }) => ({
      id,
      title,
      description,
      minutes,
      price: price === null || currency === null ? null : { amount: price, currency },
    })),
    freeTimes: freeTimes.slice(0, maxFreeTimes).map(({ at, serviceId }) => ({ at: toIso(at), serviceId })),
  }
}
