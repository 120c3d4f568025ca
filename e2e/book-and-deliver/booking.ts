import { readBooking } from '@veranda/contract/bookings/routes.ts'
import { formatLocale } from '@veranda/i18n/format-locale.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { parseICalendar } from '../../apps/server/src/features/bookings/calendar/testing/parse-icalendar.ts'
import { formatEuros } from '../commission-journey/job-data.ts'
import type { InputDevice } from '../support/browser/input-device.ts'
import type { ApiClient } from '../support/api-client.ts'
import { waitUntil } from '../support/wait-until.ts'
import { anyText, languageOfJourney, patternOf, translationsFor } from '../support/translations.ts'
import { reviewService } from './setup.ts'

const tBookings = translationsFor('bookings')
const tPayments = translationsFor('payments')

/** A time, and the zone of its reader. */
type ZonedTime = { readonly at: number; readonly zone: string }

const formatTime = ({ at, zone }: ZonedTime, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(formatLocale(languageOfJourney()), { timeZone: zone, ...options }).format(at)

/** Returns the button of a time, whose name begins with it. */
const timeButton = (within: Page | Locator, start: ZonedTime) =>
  within.getByRole('button', { name: new RegExp(`^${formatTime(start, { timeStyle: 'short' })}`) })

/** Chooses the day of a time, of the shown week or the next one. */
async function chooseDay(input: InputDevice, start: ZonedTime): Promise<void> {
  const { page } = input
  const date = formatTime(start, { weekday: 'long', day: 'numeric', month: 'long' })
  const day = patternOf(tBookings('slots.day.label', { day: date, free: anyText }))
  await expect(page.getByRole('group', { name: tBookings('slots.day') })).toBeVisible()
  const choice = page.getByRole('radio', { name: day })
  if ((await choice.count()) === 0)
    await input.press(page.getByRole('button', { name: tBookings('slots.later'), exact: true }))
  // The radio input is hidden behind its label.
  await choice.check({ force: true })
}

/** Reserves a slot on the creator's page and returns the booking's id. */
export async function reserveTime(input: InputDevice, creatorId: string, start: ZonedTime): Promise<string> {
  const { page } = input
  await page.goto(`/talent/${creatorId}`)
  await input.press(
    page.getByRole('button', { name: tBookings('hourly-service.show.label', { title: reviewService.title }) }),
  )
  await chooseDay(input, start)
  await input.press(timeButton(page, start))
  await page.waitForURL(/\/booking\/confirm\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('timer', { name: tBookings('reservation.timer') })).toBeVisible()
  return page.url().split('/').at(-1) ?? ''
}

/** Pays with a card that succeeds and expects the booking to be confirmed. */
export async function payForBooking(input: InputDevice): Promise<void> {
  const { page } = input
  await input.choose(page.getByRole('radio', { name: tPayments('card.name', { brand: 'Visa', last4: '4242' }) }))
  await input.press(page.getByRole('button', { name: tBookings('reservation.pay', { sum: formatEuros(6_300) }) }))
  await expect(page.getByRole('heading', { name: tBookings('meet.title') })).toBeVisible({ timeout: 20_000 })
}

/** Moves the booking on its own page. */
export async function moveBooking(input: InputDevice, start: ZonedTime): Promise<void> {
  const { page } = input
  await input.press(page.getByRole('button', { name: tBookings('facts.move'), exact: true }))
  const dialog = page.getByRole('dialog', { name: tBookings('move.title') })
  await chooseDay(input, start)
  await input.press(timeButton(dialog, start))
  await input.press(dialog.getByRole('button', { name: /^Move to / }))
  await expect(dialog).toHaveCount(0)
}

/** Expects the time in both parties' time zones. */
export async function expectBothTimes(page: Page, start: string, mine: RegExp, theirs: RegExp): Promise<void> {
  await expect(page.locator(`time[datetime="${start}"]`).first()).toHaveText(mine)
  await expect(page.getByText(theirs).first()).toBeVisible()
}

/** Reads the booking's event from the user's calendar file, parsed as calendar programs do. */
export async function readCalendarEvent(client: ApiClient, url: string, bookingId: string) {
  const booking = await waitUntil('the booking to be confirmed', async () => {
    const now = await client.call(readBooking, { params: { id: bookingId } })
    return now.state === 'confirmed' && now
  })
  const reply = await fetch(new URL(booking.calendarUrl ?? '', url), { headers: { cookie: client.cookie } })
  expect(reply.headers.get('content-type')).toContain('text/calendar')
  const [event] = parseICalendar(await reply.text()).events
  if (!event) throw new Error('the calendar file has no event')
  return {
    uid: event.get('UID'),
    start: event.get('DTSTART'),
    end: event.get('DTEND'),
    sequence: Number(event.get('SEQUENCE')),
  }
}
