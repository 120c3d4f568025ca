import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  addHourlyService,
  bookReservation,
  changeSchedule,
  payBooking,
  readBooking,
  readSchedule,
  reserveSlot,
} from '@veranda/contract/bookings/routes.ts'
import type { Booking } from '@veranda/contract/bookings/schemas.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import { CallRefused, type GateUser } from './gate-user.ts'
import type { LoadClient } from './load-client.ts'

const slotMs = 15 * 60_000
const dayMs = 86_400_000
/** A payment that takes longer is looked at when the load has ended. */
const confirmationTimeoutMs = 1_000
const paymentPollMs = 200

/** Books free and paid sessions by turns, each at its own time. `now` is the product's time. */
export async function makeBookingClient(
  client: GateUser,
  creator: GateUser,
  now: () => number,
  acknowledged: Acknowledgements,
): Promise<LoadClient> {
  const services = await publishServices(creator)
  let turn = 0
  let startsAt = 0

  /** Reserves the next free time; undefined while the payment of the last booking is still under way. */
  const reserve = async (serviceId: string, note: string): Promise<Booking | undefined> => {
    for (;;) {
      const tomorrow = Math.ceil((now() + dayMs) / slotMs) * slotMs
      startsAt = Math.max(startsAt + slotMs, tomorrow)
      try {
        return await client.call(reserveSlot, {
          body: { serviceId, at: new Date(startsAt).toISOString(), timeZone: 'UTC', note },
        })
      } catch (error) {
        const code = error instanceof CallRefused ? error.code : undefined
        if (code === 'booking.reservation-in-payment') return undefined
        // One of the two has another booking then.
        if (code !== 'booking.slot-taken') throw error
      }
    }
  }

  return {
    name: 'bookings',
    mayOnlyRead: true,
    async step() {
      turn += 1
      const isPaid = turn % 2 === 0
      const note = `gate ${randomUUID()}`
      const reserved = await reserve(isPaid ? services.paid : services.free, note)
      if (!reserved) {
        await sleep(paymentPollMs)
        return
      }
      const { id, version, expiresAt } = reserved
      const body = { expected: version }
      /** A clock was moved beyond the end of the reservation, or it was made by a node whose clock was behind. */
      const isExpired = (error: unknown) =>
        error instanceof CallRefused &&
        // With the second code its timer came first.
        ['booking.reservation-expired', 'booking.not-reserved'].includes(error.code) &&
        Date.parse(expiresAt ?? '') <= now()
      try {
        if (isPaid) await client.call(payBooking, { params: { id }, body: { ...body, method: 'card_succeeds' } })
        else await client.call(bookReservation, { params: { id }, body })
      } catch (error) {
        if (isExpired(error)) return
        throw error
      }
      acknowledged.bookings.push({ id, note, paid: isPaid })
      if (!isPaid) return
      const deadline = Date.now() + confirmationTimeoutMs
      for (let state = 'reserved'; state === 'reserved'; await sleep(50)) {
        ;({ state } = await client.call(readBooking, { params: { id } }))
        if (Date.now() > deadline) break
      }
    },
    leave: () => undefined,
    findFaults: async () => [],
  }
}

/** Opens the creator's calendar day and night, and adds a free and a paid service. */
async function publishServices(creator: GateUser): Promise<{ free: string; paid: string }> {
  const { version } = await creator.call(readSchedule)
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }))
  await creator.call(changeSchedule, {
    body: { timeZone: 'UTC', weekly, overrides: [], absences: [], travels: [], expected: version },
  })
  const addService = async (price: { amount: number; currency: string } | null) => {
    const { id } = await creator.call(addHourlyService, {
      body: {
        title: price ? 'Paid quarter of an hour' : 'Free quarter of an hour',
        description: '',
        price,
        minutes: 15,
        bufferBeforeMinutes: 0,
        bufferAfterMinutes: 0,
        noticeMinutes: 0,
        horizonDays: 365,
        incrementMinutes: 15,
        maxPerDay: null,
        maxPerWeek: null,
        confirmation: 'instant',
        policy: [],
      },
    })
    return id
  }
  return { free: await addService(null), paid: await addService({ amount: 2_000, currency: 'EUR' }) }
}
