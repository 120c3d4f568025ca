import { readBooking } from '@veranda/contract/bookings/routes.ts'
import { expect, type Page } from '@playwright/test'
import { readCalendarText } from '../../apps/server/src/features/bookings/testing/read-calendar-text.ts'
import type { Hand } from '../support/hand.ts'
import type { Caller } from '../support/person.ts'
import { until } from '../support/until.ts'
import { wordsOf } from '../support/words.ts'
import { review } from './cast.ts'

const b = wordsOf('bookings')
const p = wordsOf('payments')

/** Chooses a day of the week that is shown or of the one after it, as the visitor's clock has it. */
async function showDay(hand: Hand, day: RegExp): Promise<void> {
  const { page } = hand
  await expect(page.getByRole('group', { name: b('slots.day') })).toBeVisible()
  const choice = page.getByRole('radio', { name: day })
  if ((await choice.count()) === 0) await hand.press(page.getByRole('button', { name: b('slots.later'), exact: true }))
  // The radio itself is drawn by its label.
  await choice.check({ force: true })
}

/** Holds a time on the creator's page. Answers the booking's id. */
export async function holdTime(hand: Hand, creatorId: string, day: RegExp, time: RegExp): Promise<string> {
  const { page } = hand
  await page.goto(`/talent/${creatorId}`)
  await hand.press(page.getByRole('button', { name: b('offer.show.label', { title: review.title }) }))
  await showDay(hand, day)
  await hand.press(page.getByRole('button', { name: time }))
  await page.waitForURL(/\/booking\/confirm\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('timer', { name: b('hold.timer') })).toBeVisible()
  return page.url().split('/').at(-1) ?? ''
}

/** Pays with the card that simply works, and is booked. */
export async function payForIt(hand: Hand): Promise<void> {
  const { page } = hand
  await hand.choose(page.getByRole('radio', { name: p('card.name', { brand: 'Visa', last4: '4242' }) }))
  await hand.press(page.getByRole('button', { name: b('hold.pay', { sum: '€63.00' }) }))
  await expect(page.getByRole('heading', { name: b('meet.title') })).toBeVisible({ timeout: 20_000 })
}

/** Moves the booking by its own page. */
export async function moveTo(hand: Hand, day: RegExp, time: RegExp): Promise<void> {
  const { page } = hand
  await hand.press(page.getByRole('button', { name: b('facts.move'), exact: true }))
  const dialog = page.getByRole('dialog', { name: b('move.title') })
  await showDay({ ...hand, page }, day)
  await hand.press(dialog.getByRole('button', { name: time }))
  await hand.press(dialog.getByRole('button', { name: /^Move to / }))
  await expect(dialog).toHaveCount(0)
}

/** The two clocks as the page shows them. */
export async function expectTimes(page: Page, start: string, mine: RegExp, theirs: RegExp): Promise<void> {
  await expect(page.locator(`time[datetime="${start}"]`).first()).toHaveText(mine)
  await expect(page.getByText(theirs).first()).toBeVisible()
}

/** What the calendar file of somebody says, as calendar programs read it. */
export async function calendarOf(person: Caller, url: string, bookingId: string) {
  const booking = await until('the booking to be confirmed', async () => {
    const now = await person.call(readBooking, { params: { id: bookingId } })
    return now.state === 'confirmed' && now
  })
  const answer = await fetch(new URL(booking.calendarUrl ?? '', url), { headers: { cookie: person.cookie } })
  expect(answer.headers.get('content-type')).toContain('text/calendar')
  const [event] = readCalendarText(await answer.text()).events
  if (!event) throw new Error('the calendar file has no event')
  return {
    uid: event.get('UID'),
    start: event.get('DTSTART'),
    end: event.get('DTEND'),
    sequence: Number(event.get('SEQUENCE')),
  }
}
