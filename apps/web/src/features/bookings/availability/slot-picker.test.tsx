import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { listSlots, reserveSlot } from '@veranda/contract/bookings/routes.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setUserTimeZone } from '../../../lib/i18n/format.ts'
import { queryCache } from '../../../lib/api/query.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { sampleBooking, sampleSlots } from '../testing/sample-bookings.ts'
import { HourlyServiceCard } from '../services/hourly-service-card.tsx'
import { SlotPicker } from './slot-picker.tsx'
import { renderInApp } from '../testing/render.tsx'

const service = '0199c1a0-0000-7000-8000-00000000000b'
const today = new Date().toISOString().slice(0, 10)
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const times = [`${today}T23:30:00.000Z`, `${tomorrow}T09:00:00.000Z`, `${tomorrow}T14:00:00.000Z`]
const kenji = { name: 'Kenji', zone: 'Asia/Tokyo' }

beforeAll(() => loadTranslations('bookings', 'common', 'errors'))
beforeEach(() => setUserTimeZone('UTC'))
afterEach(() => {
  cleanup()
  queryCache.clear()
})

test('choosing a day and then a time takes one click each', async () => {
  contractServer().reply(listSlots, sampleSlots(times))
  const onPick = vi.fn()
  renderInApp(<SlotPicker serviceId={service} other={kenji} onPick={onPick} />)
  const days = await screen.findAllByRole('radio')
  expect(days).toHaveLength(7)
  expect(days.filter((day) => !(day instanceof HTMLInputElement && day.disabled))).toHaveLength(2)
  await userEvent.click(screen.getByRole('radio', { name: /2 free times$/ }))
  await userEvent.click(screen.getByRole('button', { name: /09:00|9:00/ }))
  expect(onPick).toHaveBeenCalledWith(times[1], 'UTC')
})

test('both times are shown if the zones differ, and only one if they do not', async () => {
  contractServer().reply(listSlots, sampleSlots(times))
  const { unmount } = renderInApp(<SlotPicker serviceId={service} other={kenji} onPick={vi.fn()} />)
  expect((await screen.findAllByText('For Kenji:')).length).toBeGreaterThan(0)
  unmount()
  renderInApp(<SlotPicker serviceId={service} other={{ name: 'Ida', zone: 'UTC' }} onPick={vi.fn()} />)
  await screen.findAllByRole('radio')
  expect(screen.queryByText('For Ida:')).toBeNull()
})

test('another zone loads again, by its days', async () => {
  const server = contractServer()
  server.reply(listSlots, sampleSlots(times))
  renderInApp(<SlotPicker serviceId={service} other={kenji} onPick={vi.fn()} />)
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Times in' }), 'Asia/Tokyo')
  await waitFor(() => expect(server.calls(listSlots).at(-1)?.query.timeZone).toBe('Asia/Tokyo'))
})

test('days without times show when the next one is free, and lead there', async () => {
  const far = new Date(Date.now() + 20 * 86_400_000).toISOString()
  contractServer().reply(listSlots, sampleSlots([], far))
  renderInApp(<SlotPicker serviceId={service} other={kenji} onPick={vi.fn()} />)
  await userEvent.click(await screen.findByRole('button', { name: /^Next free/ }))
  expect(await screen.findByText('No free times on these days.')).toBeTruthy()
})

const offered = {
  id: service,
  creatorId: sampleBooking().creator.id,
  title: 'Review of a model',
  description: '',
  price: null,
  minutes: 60,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 10,
  noticeMinutes: 0,
  horizonDays: 90,
  incrementMinutes: 60,
  maxPerDay: null,
  maxPerWeek: null,
  confirmation: 'instant' as const,
  policy: [],
  nextFree: times[0] ?? null,
}

test('choosing a time reserves it and opens the booking', async () => {
  const booking = sampleBooking()
  const server = contractServer()
  server.reply(listSlots, sampleSlots(times))
  server.reply(reserveSlot, booking)
  const { router } = renderInApp(
    <HourlyServiceCard service={offered} creator={kenji} own={false} open onOpen={vi.fn()} />,
  )
  await userEvent.type(await screen.findByRole('textbox'), 'The seat')
  await userEvent.click(await screen.findByRole('button', { name: /23:30|11:30/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/booking/confirm/${booking.id}`))
  expect(server.calls(reserveSlot)[0]?.body).toEqual({
    serviceId: service,
    at: times[0],
    timeZone: 'UTC',
    note: 'The seat',
  })
})

test('a time that was just taken offers the next free ones as buttons', async () => {
  const server = contractServer()
  server.reply(listSlots, sampleSlots(times))
  server.refuse(reserveSlot, 409, 'booking.slot-taken', { facts: { next: `${times[1]} ${times[2]}` } })
  renderInApp(<HourlyServiceCard service={offered} creator={kenji} own={false} open onOpen={vi.fn()} />)
  await userEvent.click(await screen.findByRole('button', { name: /23:30|11:30/ }))
  expect(await screen.findByText(/Someone was faster/)).toBeTruthy()
  const next = screen.getAllByRole('button', { name: /, (14:00|02:00|2:00)/ })
  await userEvent.click(next[0] ?? document.body)
  await waitFor(() => expect(server.calls(reserveSlot)).toHaveLength(2))
  expect(server.calls(reserveSlot)[1]?.body).toMatchObject({ at: times[2] })
})

test('while another slot with the same creator is being paid, the page says so and links to it', async () => {
  const paying = sampleBooking()
  const server = contractServer()
  server.reply(listSlots, sampleSlots(times))
  server.refuse(reserveSlot, 409, 'booking.reservation-in-payment', {
    detail: 'You are paying already.',
    facts: { bookingId: paying.id },
  })
  renderInApp(<HourlyServiceCard service={offered} creator={kenji} own={false} open onOpen={vi.fn()} />)
  await userEvent.click(await screen.findByRole('button', { name: /23:30|11:30/ }))
  expect(await screen.findByText('You are paying already.')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Open it' })
  expect(link.getAttribute('href')).toBe(`/booking/confirm/${paying.id}`)
})

test('a client who is paying for another time sees a banner with a link instead of times', async () => {
  const paying = sampleBooking()
  const slots = { ...sampleSlots([]), notBookable: { reason: 'paying' as const, bookingId: paying.id } }
  contractServer().reply(listSlots, slots)
  renderInApp(<SlotPicker serviceId={service} other={kenji} onPick={vi.fn()} />)
  expect(await screen.findByText(/^You’re already paying for another time/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe(`/booking/confirm/${paying.id}`)
  expect(screen.queryByText(/^No free times/)).toBeNull()
})

test("the creator's own times are shown, and none of them is a button", async () => {
  contractServer().reply(listSlots, { ...sampleSlots(times), notBookable: { reason: 'own' } })
  renderInApp(<SlotPicker serviceId={service} other={undefined} onPick={vi.fn()} />)
  expect(await screen.findByText(/^These are your own times/)).toBeTruthy()
  expect(screen.getByText(/23:30|11:30/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /23:30|11:30/ })).toBeNull()
})
