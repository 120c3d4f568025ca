import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import {
  bookReservation,
  cancelBooking,
  listSlots,
  previewCancellation,
  readBooking,
} from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { sampleBooking, sampleSlots } from '../features/bookings/testing/sample-bookings.ts'
import { contractServer } from '../lib/testing/contract-server.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const confirmed = sampleBooking({
  state: 'confirmed',
  expiresAt: null,
  actions: ['cancel'],
  calendarUrl: `/api/bookings/${sampleBooking().id}/calendar.ics`,
})
const path = `/booking/confirm/${confirmed.id}`
beforeAll(() => loadScreen(path))

test('the session loads and says what, with whom and what can be done', async () => {
  const server = contractServer()
  const reply = Promise.withResolvers<Booking>()
  server.reply(readBooking, () => reply.promise)
  renderScreen(server, path)
  expect(await screen.findByRole('status', { name: 'Loading the session' })).toBeTruthy()
  reply.resolve(confirmed)
  expect(await screen.findByRole('heading', { level: 1, name: 'Review of a model' })).toBeTruthy()
  expect(screen.getByText('Session with Kenji Mori')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel session' })).toBeTruthy()
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  expect(crumbs.getByText('Review of a model').getAttribute('aria-current')).toBe('page')
})

test('a client whose reservation is booked is shown that it is', async () => {
  const server = contractServer()
  const reserved = sampleBooking({ cost: null, charge: null, actions: ['book'] })
  server.reply(readBooking, reserved)
  server.reply(bookReservation, () => {
    server.reply(readBooking, confirmed)
    return confirmed
  })
  renderScreen(server, path)
  await userEvent.click(await screen.findByRole('button', { name: 'Book this time' }))
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('booking-step'))
  expect(document.activeElement?.textContent).toContain('You’re booked')
})

test('a session that is not there leads to the own sessions', async () => {
  const server = contractServer()
  server.refuse(readBooking, 404, 'booking.not-found')
  renderScreen(server, path)
  expect(await screen.findByRole('heading', { name: 'Session not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open your bookings' }).getAttribute('href')).toBe('/appointments')
})

test('after a failure the session is loaded again on request', async () => {
  const server = contractServer()
  server.refuse(readBooking, 500, 'internal')
  renderScreen(server, path)
  expect(await screen.findByText('Couldn’t load the session')).toBeTruthy()
  server.reply(readBooking, confirmed)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Review of a model' })).toBeTruthy()
})

test('a refused cancellation says why and cancels nothing; the next one closes the session', async () => {
  const server = contractServer()
  server.reply(readBooking, confirmed)
  server.reply(previewCancellation, {
    version: confirmed.version,
    paid: { amount: 10_500, currency: 'EUR' },
    refund: { amount: 10_500, currency: 'EUR' },
    authorised: null,
    refundPercent: 100,
    changesAt: null,
  })
  server.refuse(cancelBooking, 409, 'booking.in-session', { detail: 'The session has already started.' })
  renderScreen(server, path)
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel session' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this session?' }))
  await userEvent.type(dialog.getByRole('textbox'), 'Ill')
  await userEvent.click(await dialog.findByRole('button', { name: 'Cancel and get €105.00 back' }))
  expect(await dialog.findByText('The session has already started.')).toBeTruthy()
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Ill')

  const cancelled = sampleBooking({
    version: confirmed.version + 1,
    state: 'cancelled',
    expiresAt: null,
    actions: [],
    ended: { by: 'client', reason: 'Ill' },
  })
  server.reply(listSlots, sampleSlots([]))
  server.reply(cancelBooking, () => {
    server.reply(readBooking, cancelled)
    return cancelled
  })
  await userEvent.click(await dialog.findByRole('button', { name: 'Cancel and get €105.00 back' }))
  expect(await screen.findByText('Session cancelled')).toBeTruthy()
  expect(server.calls(cancelBooking).at(-1)?.body).toEqual({
    expected: confirmed.version,
    reason: 'Ill',
    refund: 10_500,
  })
  expect(screen.queryByRole('button', { name: 'Cancel session' })).toBeNull()
})
