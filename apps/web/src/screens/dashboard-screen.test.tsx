import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { listNextBookings } from '@veranda/contract/bookings/routes.ts'
import { type PendingAction } from '@veranda/contract/commissions/projects/schemas.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { beforeAll, expect, test } from 'vitest'
import { sampleBookingSummary } from '../features/bookings/sample-bookings.ts'
import { syncServerClock } from '../lib/server-clock.ts'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, kenji, maya, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

beforeAll(() => Promise.all([loadScreen('/dashboard'), loadScreen('/')]))

const empty: Dashboard = {
  waitingOnMe: [],
  waitingOnThem: [],
  money: [],
  months: [],
  projects: { open: 0, active: 0, completed: 0 },
}

const fund: PendingAction = {
  key: 'fund',
  action: 'fund',
  projectId: idOf('a'),
  projectTitle: 'Lobby of the museum',
  commissionId: idOf('b'),
  milestoneId: idOf('c'),
  subject: 'Lighting',
  counterpart: kenji,
  amount: { amount: 120_000, currency: 'EUR' },
  dueAt: null,
  onTimeout: null,
}

test('the dashboard loads and then says what waits on the user, and leads there', async () => {
  const server = contractServer()
  const reply = Promise.withResolvers<Dashboard>()
  server.reply(readDashboard, () => reply.promise)
  server.reply(listNextBookings, { now, items: [] })
  const { router } = renderScreen(server, '/dashboard')
  expect(await screen.findAllByRole('status', { name: 'Loading your dashboard' })).toHaveLength(2)
  reply.resolve({ ...empty, waitingOnMe: [fund] })
  expect(await screen.findByRole('heading', { level: 1, name: 'One thing needs you, Maya' })).toBeTruthy()
  const task = within(screen.getByRole('list', { name: 'Waiting on you' })).getByRole('link', { name: /Fund Lighting/ })
  expect(screen.getByText('€1,200.00')).toBeTruthy()
  expect(task.getAttribute('href')).toBe(`/projects/${idOf('a')}?milestone=${idOf('c')}`)
  expect(router.state.location.pathname).toBe('/dashboard')
})

test('a session that waits on the user counts and is listed with the rest; the next one is listed apart', async () => {
  const server = contractServer()
  server.reply(readDashboard, { ...empty, waitingOnMe: [fund] })
  const requested = sampleBookingSummary({ id: idOf('d', 1), state: 'requested', waitingOnMe: true, title: 'Fitting' })
  const upcoming = sampleBookingSummary({ id: idOf('d', 2), title: 'Walk through' })
  server.reply(listNextBookings, { now, items: [requested, upcoming] })
  renderScreen(server, '/dashboard')
  expect(await screen.findByRole('heading', { level: 1, name: 'Two things need you, Maya' })).toBeTruthy()
  const link = screen.getByRole('link', { name: /Walk through/ })
  expect(link.getAttribute('href')).toBe(`/booking/confirm/${idOf('d', 2)}`)
  expect(screen.getByRole('link', { name: /Fitting/ })).toBeTruthy()
})

test.each(['/dashboard', '/'])(
  'a session that is open has a way into its room at %s, and the next one is listed',
  async (path) => {
    const server = contractServer()
    server.reply(readDashboard, empty)
    syncServerClock(now)
    const url = `/rooms/${idOf('d', 3)}`
    const at = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString()
    const open = sampleBookingSummary({
      id: idOf('d', 3),
      title: 'Fitting',
      join: { from: at(-5), until: at(60), url },
    })
    const later = sampleBookingSummary({ id: idOf('d', 4), title: 'Walk through' })
    server.reply(listNextBookings, { now, items: [open, later] })
    renderScreen(server, path)
    const banner = await screen.findByRole('region', { name: 'Your session is open' })
    expect(within(banner).getByText(/Fitting with Kenji Mori/)).toBeTruthy()
    expect(within(banner).getByRole('link', { name: 'Enter the room' }).getAttribute('href')).toBe(url)
    expect(screen.getByRole('link', { name: /Walk through/ })).toBeTruthy()
  },
)

test('when nothing waits the user reads so and gets next steps', async () => {
  const server = contractServer()
  server.reply(readDashboard, empty)
  server.reply(listNextBookings, { now, items: [] })
  renderScreen(server, '/dashboard')
  expect(await screen.findByRole('heading', { name: 'You’re all set, Maya' })).toBeTruthy()
  expect(screen.getByText('You’re all caught up')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Write a brief' }).getAttribute('href')).toBe('/projects/new')
  expect(screen.getByText(/^No money has moved yet/)).toBeTruthy()
})

test('after a failure the dashboard is loaded again on request', async () => {
  const server = contractServer()
  server.refuse(readDashboard, 500, 'internal')
  server.reply(listNextBookings, { now, items: [] })
  renderScreen(server, '/dashboard')
  expect(await screen.findByText('Couldn’t load your dashboard')).toBeTruthy()
  server.reply(readDashboard, { ...empty, waitingOnMe: [fund] })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /Fund Lighting/ })).toBeTruthy()
})

test.each([
  { path: '/dashboard', role: 'client', isCreator: true, first: 'Show what you make' },
  { path: '/dashboard', role: 'creator', isCreator: false, first: 'Write a brief' },
  { path: '/', role: 'client', isCreator: true, first: 'Show what you make' },
  { path: '/', role: 'creator', isCreator: false, first: 'Write a brief' },
] as const)(
  'the next steps at $path follow what the user offers, not the role $role',
  async ({ path, role, isCreator, first }) => {
    const server = contractServer()
    server.reply(readDashboard, empty)
    server.reply(listNextBookings, { now, items: [] })
    renderScreen(server, path, { user: { ...maya, role }, isCreator })
    expect(await screen.findByRole('link', { name: first })).toBeTruthy()
  },
)
