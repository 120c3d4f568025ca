import { listAppointments } from '@veranda/contract/bookings/routes.ts'
import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { enter } from '../support/person.ts'

const minute = 60_000

/** The demo world's session of the hour, in milliseconds. */
export type Session = { readonly id: string; readonly begins: number; readonly ends: number }

/** Moves the clock to so many minutes before the session of the hour. */
export async function goBeforeSession(url: string, minutes: number): Promise<Session> {
  const maya = await enter(url, 'Maya')
  const { items } = await maya.call(listAppointments, { query: { when: 'coming' } })
  const found = items.find(({ state }) => state === 'confirmed')
  if (!found) throw new Error('the demo world has no session of the hour')
  const session = { id: found.id, begins: Date.parse(found.startsAt), ends: Date.parse(found.endsAt) }
  await goTo(url, session.begins - minutes * minute)
  return session
}

/** Moves the clock to a moment. What somebody was signed in with before may be over then. */
export async function goTo(url: string, moment: number): Promise<void> {
  const kenji = await enter(url, 'Kenji')
  await kenji.call(moveClock, { body: { to: new Date(moment).toISOString() } })
}
