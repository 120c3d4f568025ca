import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { changeSchedule, listBookings, listHourlyServices, readSchedule } from '@veranda/contract/bookings/routes.ts'
import { type BookingPage } from '@veranda/contract/bookings/schemas.ts'
import { beforeAll, expect, test } from 'vitest'
import { sampleBookingSummary } from '../features/bookings/testing/sample-bookings.ts'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, maya } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

beforeAll(() => loadScreen('/appointments'))

test('the coming sessions load and are listed under their day, each linked to its page', async () => {
  const server = contractServer()
  const reply = Promise.withResolvers<BookingPage>()
  server.reply(listBookings, () => reply.promise)
  renderScreen(server, '/appointments')
  expect(await screen.findByRole('status', { name: 'Loading your bookings' })).toBeTruthy()
  reply.resolve({
    items: [
      sampleBookingSummary({ id: idOf('d', 1), title: 'Fitting' }),
      sampleBookingSummary({ id: idOf('d', 2), title: 'Walk through', startsAt: '2026-11-27T23:30:00.000Z' }),
    ],
    next: null,
  })
  const first = within(await screen.findByRole('list', { name: /26 November|November 26/ }))
  expect(first.getByRole('link', { name: /Fitting/ }).getAttribute('href')).toBe(`/booking/confirm/${idOf('d', 1)}`)
  const second = within(screen.getByRole('list', { name: /27 November|November 27/ }))
  expect(second.getByRole('link', { name: /Walk through/ })).toBeTruthy()
})

test('the tab is in the address, and each tab says what it means when it is empty', async () => {
  const server = contractServer()
  server.reply(listBookings, { items: [], next: null })
  const { router } = renderScreen(server, '/appointments?view=past')
  expect(await screen.findByText('No past sessions')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Needs my answer' }))
  expect(await screen.findByText('Nothing needs your answer')).toBeTruthy()
  expect(router.state.location.search).toBe('?view=waiting')
  await userEvent.click(screen.getByRole('link', { name: 'Upcoming' }))
  expect(await screen.findByText('No upcoming sessions')).toBeTruthy()
  expect(server.calls(listBookings).map(({ query }) => query.when)).toEqual(['past', 'waiting', 'upcoming'])
})

test('a session that waits on the user says which answer it needs', async () => {
  const server = contractServer()
  const requested = sampleBookingSummary({ state: 'requested', viewerRole: 'creator', pendingOnMe: true })
  server.reply(listBookings, ({ query }) => ({ items: query.when === 'waiting' ? [requested] : [], next: null }))
  renderScreen(server, '/appointments?view=waiting', { offersServices: true })
  expect(await screen.findByText('Answer')).toBeTruthy()
})

test('the hours are shown to a user who offers something, even with the role of a client', async () => {
  const server = contractServer()
  server.reply(listBookings, { items: [], next: null })
  renderScreen(server, '/appointments', { offersServices: true })
  expect(await screen.findByRole('link', { name: 'Hours' })).toBeTruthy()
})

test('the role of a creator alone does not show it, and its address falls back to the coming sessions', async () => {
  const server = contractServer()
  server.reply(listBookings, { items: [], next: null })
  renderScreen(server, '/appointments?view=availability', { user: { ...maya, role: 'creator' }, offersServices: false })
  expect(await screen.findByText('No upcoming sessions')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Hours' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Upcoming' }).getAttribute('aria-current')).toBe('page')
})

test('after a failure the sessions are loaded again on request', async () => {
  const server = contractServer()
  server.refuse(listBookings, 500, 'internal')
  renderScreen(server, '/appointments')
  expect(await screen.findByText('Couldn’t load your bookings')).toBeTruthy()
  server.reply(listBookings, { items: [sampleBookingSummary({ title: 'Fitting' })], next: null })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /Fitting/ })).toBeTruthy()
})

test('the no-shows of others are shown to an admin, whatever the role in the session', async () => {
  const server = contractServer()
  server.reply(listBookings, { items: [], next: null })
  renderScreen(server, '/appointments', { isAdmin: true })
  expect(await screen.findByRole('link', { name: 'No-shows' })).toBeTruthy()
})

test('the role of an admin alone does not show them, and their address falls back to the coming sessions', async () => {
  const server = contractServer()
  server.reply(listBookings, { items: [], next: null })
  renderScreen(server, '/appointments?view=no-shows', { user: { ...maya, role: 'admin' } })
  expect(await screen.findByText('No upcoming sessions')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'No-shows' })).toBeNull()
})

test('hours without a service to book say so, beside them and after saving, and lead to the form of a service', async () => {
  const server = contractServer()
  const schedule = {
    timeZone: 'Europe/Lisbon',
    weekly: [{ weekday: 1, from: '09:00', to: '17:00' }],
    overrides: [],
    absences: [],
    travels: [],
    version: 1,
  }
  server.reply(listBookings, { items: [], next: null })
  server.reply(listHourlyServices, { items: [] })
  server.reply(readSchedule, schedule)
  server.reply(changeSchedule, { ...schedule, weekly: [], version: 2 })
  const { router } = renderScreen(server, '/appointments?view=availability', { offersServices: true })
  const notice = within(await screen.findByRole('region', { name: 'When you can be booked' }))
  expect(await notice.findByText('Hours alone can’t be booked')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove range 1 of Monday' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save hours' }))
  expect(await screen.findByText('Nobody can book a session until you add a bookable service.')).toBeTruthy()
  await userEvent.click(notice.getByRole('link', { name: 'Add a service' }))
  expect(await screen.findByRole('heading', { name: 'New bookable service' })).toBeTruthy()
  expect(router.state.location.search).toBe('?view=availability&service=new')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('heading', { name: 'New bookable service' })).toBeNull()
})
