import { nextFreeStarts } from '@veranda/core/bookings/availability/slots.ts'
import { type Instant, day, hour, instant, toIso } from '@veranda/core/time/instant.ts'
import { type Db } from '../../../platform/db/database.ts'
import { findHourlyServices } from '../services/hourly-services.ts'
import { readAvailability } from './read-availability.ts'

const maxFreeTimes = 4
/** Between two of them, so that they are choices and not neighbours. */
const freeTimeGapMs = 3 * hour
/** Starts of one session that are looked at; enough for the gaps at a start every quarter of an hour. */
const maxStarts = 60

type OpenSessions = {
  sessions: {
    id: string
    title: string
    description: string
    minutes: number
    price: { amount: number; currency: string } | null
  }[]
  freeTimes: { at: string; sessionId: string }[]
}

/**
 * Reads what of a creator can be booked and the next free times of all of it, earliest first, as someone sees it whose
 * own time is not known. Without payments only the free sessions count.
 */
export async function readOpenSessions(
  db: Db,
  creatorId: string,
  { now, paymentsOn }: { now: Instant; paymentsOn: boolean },
): Promise<OpenSessions> {
  const services = (await findHourlyServices(db, creatorId)).filter(({ price }) => price === null || paymentsOn)
  const starts = await Promise.all(
    services.map(async ({ id, horizon_days: horizonDays }) => {
      const within = { from: now, to: instant(now + horizonDays * day) }
      const bookable = await readAvailability(db, { serviceId: id, clientId: null, within, now })
      const next = bookable ? nextFreeStarts(bookable.availability, now, maxStarts) : []
      return next.map((at) => ({ at, sessionId: id }))
    }),
  )
  const freeTimes: { at: Instant; sessionId: string }[] = []
  for (const start of starts.flat().toSorted((a, b) => a.at - b.at)) {
    const last = freeTimes.at(-1)
    if (!last || start.at >= last.at + freeTimeGapMs) freeTimes.push(start)
  }
  return {
    sessions: services.map(({ id, title, description, minutes, price, currency }) => ({
      id,
      title,
      description,
      minutes,
      price: price === null || currency === null ? null : { amount: price, currency },
    })),
    freeTimes: freeTimes.slice(0, maxFreeTimes).map(({ at, sessionId }) => ({ at: toIso(at), sessionId })),
  }
}
