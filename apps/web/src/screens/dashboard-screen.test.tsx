import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { confirmBooking } from '@veranda/contract/bookings/routes.ts'
import { readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { readProject } from '@veranda/contract/commissions/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { listPaymentMethods } from '@veranda/contract/payments/routes.ts'
import {
  sampleCommission,
  sampleMilestone,
  sampleProject,
  sampleVersion,
} from '../features/commissions/testing/sample-project.ts'
import { type Dashboard, type DashboardAction } from '@veranda/contract/dashboard/schemas.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { sampleBooking } from '../features/bookings/testing/sample-bookings.ts'
import { sampleNextBooking } from '../features/bookings/testing/sample-next-booking.ts'
import { loadTranslations } from '../lib/i18n/i18n.ts'
import { syncServerClock } from '../lib/realtime/server-clock.ts'
import { setUserTimeZone } from '../lib/i18n/format.ts'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, kenji, maya, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

// Also what opens later, so that no test waits for its code.
beforeAll(() =>
  Promise.all([
    loadScreen('/dashboard'),
    loadScreen('/'),
    import('../features/commissions/milestones/pending-act-dialog.tsx'),
    import('@veranda/ui/dialog-panel.tsx'),
    loadTranslations('commissions', 'commissions/pins', 'payments'),
  ]),
)

const empty: Dashboard = {
  pendingOnMe: [],
  pendingOnThem: [],
  money: [],
  months: [],
  projects: { open: 0, active: 0, completed: 0 },
  recentVersions: [],
  bookings: [],
  role: 'client',
  firstSteps: null,
}

const fund: DashboardAction = {
  key: 'fund',
  action: 'fund',
  actions: ['fund'],
  newestVersion: null,
  projectId: idOf('a'),
  projectTitle: 'Lobby of the museum',
  commissionId: idOf('b'),
  milestoneId: idOf('c'),
  subject: 'Lighting',
  counterpart: kenji,
  amount: { amount: 120_000, currency: 'EUR' },
  deadline: null,
}

test('the dashboard loads and then says what waits on the user, and leads there', async () => {
  const server = contractServer()
  const reply = Promise.withResolvers<Dashboard>()
  server.reply(readDashboard, () => reply.promise)
  const { router } = renderScreen(server, '/dashboard')
  expect(await screen.findAllByRole('status', { name: 'Loading your dashboard' })).toHaveLength(2)
  reply.resolve({ ...empty, pendingOnMe: [fund] })
  expect(await screen.findByRole('heading', { level: 1, name: 'One thing needs you, Maya' })).toBeTruthy()
  const task = within(screen.getByRole('list', { name: 'Waiting on you' })).getByRole('link', { name: /Fund Lighting/ })
  expect(screen.getByText('€1,200.00')).toBeTruthy()
  expect(task.getAttribute('href')).toBe(`/projects/${idOf('a')}?milestone=${idOf('c')}`)
  expect(router.state.location.pathname).toBe('/dashboard')
})

test('a session that waits on the user counts and is listed with the rest; the next one is listed apart', async () => {
  const server = contractServer()
  const requested = sampleNextBooking({ id: idOf('d', 1), state: 'requested', pendingOnMe: true, title: 'Fitting' })
  const upcoming = sampleNextBooking({ id: idOf('d', 2), title: 'Walk through' })
  server.reply(readDashboard, { ...empty, pendingOnMe: [fund], bookings: [requested, upcoming] })
  renderScreen(server, '/dashboard')
  expect(await screen.findByRole('heading', { level: 1, name: 'Two things need you, Maya' })).toBeTruthy()
  const link = await screen.findByRole('link', { name: /Walk through/ })
  expect(link.getAttribute('href')).toBe(`/booking/confirm/${idOf('d', 2)}`)
  expect((await screen.findAllByRole('link', { name: /Fitting/ })).length).toBeGreaterThan(0)
})

test.each(['/dashboard', '/'])(
  'a session that is open has a way into its room at %s, and the next one is listed',
  async (path) => {
    const server = contractServer()
    syncServerClock(now)
    const url = `/rooms/${idOf('d', 3)}`
    const at = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString()
    const open = sampleNextBooking({
      id: idOf('d', 3),
      title: 'Fitting',
      startsAt: at(5),
      endsAt: at(50),
      join: { from: at(-5), until: at(60), url },
    })
    const later = sampleNextBooking({ id: idOf('d', 4), title: 'Walk through' })
    server.reply(readDashboard, { ...empty, bookings: [open, later] })
    renderScreen(server, path)
    const banner = await screen.findByRole('region', { name: 'Your session is open' })
    expect(within(banner).getByRole('heading', { name: 'Fitting' })).toBeTruthy()
    expect(within(banner).getByText('Starts in 5 minutes · 45 minutes with Kenji Mori')).toBeTruthy()
    expect(within(banner).getByRole('link', { name: 'Enter the room' }).getAttribute('href')).toBe(url)
    expect(await screen.findByRole('link', { name: /Walk through/ })).toBeTruthy()
  },
)

test('when nothing waits the user reads so and gets next steps', async () => {
  const server = contractServer()
  server.reply(readDashboard, empty)
  renderScreen(server, '/dashboard')
  expect(await screen.findByRole('heading', { name: 'You’re all set, Maya' })).toBeTruthy()
  expect(await screen.findByText('You’re all caught up')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Write a brief' }).getAttribute('href')).toBe('/projects/new')
  expect(await screen.findByText(/^No money has moved yet/)).toBeTruthy()
})

test('after a failure the dashboard is loaded again on request', async () => {
  const server = contractServer()
  server.refuse(readDashboard, 500, 'internal')
  renderScreen(server, '/dashboard')
  expect(await screen.findByText('Couldn’t load your dashboard')).toBeTruthy()
  server.reply(readDashboard, { ...empty, pendingOnMe: [fund] })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /Fund Lighting/ })).toBeTruthy()
})

test.each([
  { path: '/dashboard', role: 'client', offersServices: true, first: 'See your page' },
  { path: '/dashboard', role: 'creator', offersServices: false, first: 'Write a brief' },
  { path: '/', role: 'client', offersServices: true, first: 'See your page' },
  { path: '/', role: 'creator', offersServices: false, first: 'Write a brief' },
] as const)(
  'the next steps at $path follow what the user offers, not the role $role',
  async ({ path, role, offersServices, first }) => {
    const server = contractServer()
    server.reply(readDashboard, empty)
    renderScreen(server, path, { user: { ...maya, role }, offersServices })
    expect(await screen.findByRole('link', { name: first })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Show what you make' })).toBeNull()
    const main = within(screen.getByRole('region', { name: 'Next steps' }))
    expect(main.queryByRole('link', { name: 'Find a creator' }) === null).toBe(offersServices)
  },
)

test('while work is under way, what others have to do is said without suggestions above it', async () => {
  const server = contractServer()
  server.reply(readDashboard, { ...empty, pendingOnThem: [fund] })
  renderScreen(server, '/dashboard', { offersServices: true })
  expect(await screen.findByText('You’re all caught up')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Waiting on them' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Next steps' })).toBeNull()
})

const submitted = sampleVersion({ id: idOf('d', 9), number: 2, actions: ['approve', 'request-changes'] })
const review: DashboardAction = {
  ...fund,
  key: 'review',
  action: 'review-version',
  actions: ['approve', 'request-changes'],
  newestVersion: { number: 2, isDraft: false, thumbnail: '/api/files/picture' },
}

const acts: [DashboardAction, string, Partial<Milestone>, string][] = [
  [fund, 'Fund: Lighting', { state: 'awaiting_funding', actions: ['fund'] }, 'Fund this milestone'],
  [review, 'Approve: Lighting', { state: 'submitted', deliverables: [submitted] }, 'Approve and release?'],
  [
    { ...fund, key: 'start', action: 'start', actions: ['start'] },
    'Start work: Lighting',
    { actions: ['start'] },
    'Start work on Lighting?',
  ],
  [
    {
      ...fund,
      key: 'deliver',
      action: 'deliver',
      actions: ['submit'],
      newestVersion: { number: 3, isDraft: true, thumbnail: null },
    },
    'Submit version 3: Lighting',
    { state: 'in_progress', deliverables: [sampleVersion({ number: 3, state: 'draft', actions: ['submit'] })] },
    'Submit version 3 of Lighting?',
  ],
]

test.each(acts)('the act of a task is in its row and opens right there: $1', async (task, act, milestone, title) => {
  const server = contractServer()
  server.reply(readDashboard, { ...empty, pendingOnMe: [task] })
  server.reply(listPaymentMethods, { items: [], sandbox: true, movesClock: true })
  server.reply(listPins, { items: [] })
  server.reply(readStepUp, { until: null, methods: ['password'] })
  server.reply(
    readProject,
    sampleProject({ commissions: [sampleCommission({ milestones: [sampleMilestone(milestone)] })] }),
  )
  const { router } = renderScreen(server, '/')
  await userEvent.click(await screen.findByRole('button', { name: act }))
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/')
})

test('an act that is a form of its own leads to the place of that form', async () => {
  const server = contractServer()
  const answer: DashboardAction = {
    ...fund,
    key: 'answer',
    action: 'answer-request',
    actions: ['make-offer'],
    milestoneId: null,
  }
  const upload: DashboardAction = {
    ...fund,
    action: 'rework',
    actions: ['submit'],
    newestVersion: review.newestVersion,
  }
  server.reply(readDashboard, { ...empty, pendingOnMe: [answer, upload] })
  renderScreen(server, '/')
  const offer = await screen.findByRole('link', { name: 'Make an offer: Lighting' })
  expect(offer.getAttribute('href')).toBe(`/projects/${idOf('a')}?view=contract&commission=${idOf('b')}&write=offer`)
  const version = screen.getByRole('link', { name: 'Upload version 3: Lighting' })
  expect(version.getAttribute('href')).toBe(`/projects/${idOf('a')}?milestone=${idOf('c')}`)
})

test('the amount of a submitted milestone opens the entries behind it; one that is still to be funded has none', async () => {
  const server = contractServer()
  const other: DashboardAction = { ...fund, subject: 'Doors', amount: { amount: 90_000, currency: 'EUR' } }
  server.reply(readDashboard, { ...empty, pendingOnMe: [review, other] })
  renderScreen(server, '/')
  const amount = await screen.findByRole('link', { name: '€1,200.00' })
  expect(amount.getAttribute('href')).toBe(`/projects/${idOf('a')}?view=money`)
  expect(screen.getByText('€900.00').closest('li a[href*=money]')).toBeNull()
})

test('a step that the server does not offer has no button, whatever the task is', async () => {
  const server = contractServer()
  server.reply(readDashboard, { ...empty, pendingOnMe: [{ ...review, actions: ['request-changes'] }] })
  renderScreen(server, '/')
  expect(await screen.findByRole('link', { name: 'Review: Lighting' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull()
})

test('a requested session is accepted in its row, with the version that was seen', async () => {
  const server = contractServer()
  const requested = sampleNextBooking({
    id: idOf('d', 1),
    version: 7,
    state: 'requested',
    pendingOnMe: true,
    title: 'Fitting',
    actions: ['confirm', 'decline'],
  })
  server.reply(readDashboard, { ...empty, bookings: [requested] })
  server.reply(confirmBooking, sampleBooking({ state: 'confirmed' }))
  renderScreen(server, '/')
  await userEvent.click(await screen.findByRole('button', { name: 'Accept: Fitting' }))
  await vi.waitFor(() =>
    expect(server.calls(confirmBooking)).toEqual([{ params: { id: idOf('d', 1) }, body: { expected: 7 } }]),
  )
})

test('the time above the greeting has the city of the zone, or the name of a zone without a city', async () => {
  const server = contractServer()
  server.reply(readDashboard, empty)
  renderScreen(server, '/dashboard')
  act(() => setUserTimeZone('Asia/Tokyo'))
  expect(await screen.findByText(/, \d+:\d\d( [AP]M)? in Tokyo$/u)).toBeTruthy()
  act(() => setUserTimeZone('UTC'))
  expect(await screen.findByText(/, \d+:\d\d( [AP]M)? UTC$/u)).toBeTruthy()
})

test('a new creator reads how many steps are left to be found, each a link until it is done', async () => {
  const server = contractServer()
  const steps = [
    { id: 'profile', done: true },
    { id: 'work', done: false },
    { id: 'availability', done: false },
  ] as const
  server.reply(readDashboard, { ...empty, firstSteps: { role: 'creator', steps: [...steps] } })
  renderScreen(server, '/', { offersServices: true })
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Maya' })).toBeTruthy()
  const card = await screen.findByRole('region', { name: '1 of 3 steps to be found' })
  expect(
    within(card)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Show something to ask for', '/profile'],
    ['Open your hours', '/appointments?view=availability'],
  ])
  expect(screen.queryByText('You’re all caught up')).toBeNull()
})

test('one currency is shown; the switch is in the address, and those at zero are folded', async () => {
  const server = contractServer()
  const sums = (currency: string, amount: number) => {
    const of = (sum: number) => ({ amount: sum, currency })
    return { protected: of(amount), pending: of(0), available: of(0), paid: of(0) }
  }
  server.reply(readDashboard, { ...empty, money: [sums('EUR', 110_000), sums('JPY', 0), sums('USD', 5_000)] })
  const { router } = renderScreen(server, '/')
  expect(await screen.findByText('€1,100.00')).toBeTruthy()
  expect(screen.queryByText('$50.00')).toBeNull()
  expect(screen.getByText('1 other currency at zero')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'USD' }))
  expect(await screen.findByText('$50.00')).toBeTruthy()
  expect(screen.queryByText('€1,100.00')).toBeNull()
  expect(router.state.location.search).toBe('?currency=USD')
})

test('recent work shows its picture, leads to its milestone and turns under the mouse', async () => {
  const server = contractServer()
  const work = {
    milestoneId: idOf('c'),
    projectId: idOf('a'),
    title: 'Lighting',
    projectTitle: 'Lobby of the museum',
    counterpart: kenji,
    number: 2,
    at: now,
    thumbnail: '/api/assets/1/thumbnail',
    turntable: '/api/assets/1/turntable',
  }
  server.reply(readDashboard, { ...empty, recentVersions: [work] })
  renderScreen(server, '/')
  const list = await screen.findByRole('list', { name: 'Recent work' })
  const link = within(list).getByRole('link', { name: 'Lobby of the museum' })
  expect(link.getAttribute('href')).toBe(`/projects/${idOf('a')}?milestone=${idOf('c')}`)
  expect(list.querySelector('img')?.getAttribute('src')).toBe('/api/assets/1/thumbnail')
  // The DOM of the tests decodes no images.
  HTMLImageElement.prototype.decode = () => Promise.resolve()
  await userEvent.hover(link)
  await waitFor(() => expect(list.innerHTML).toContain('/api/assets/1/turntable'))
})

test('a version after changes is due, and overdue after its time, on both lists', async () => {
  const server = contractServer()
  syncServerClock(now)
  const rework = (key: string, days: number): DashboardAction => {
    const at = new Date(Date.parse(now) + days * 86_400_000).toISOString()
    return { ...fund, key, action: 'rework', actions: [], deadline: { at } }
  }
  server.reply(readDashboard, {
    ...empty,
    pendingOnMe: [rework('1', 2), rework('2', -2)],
    pendingOnThem: [rework('3', 3)],
  })
  renderScreen(server, '/dashboard')
  expect(await screen.findByText(/^by Wed/)).toBeTruthy()
  expect(screen.getByText(/^overdue since Sat/)).toBeTruthy()
  expect(await screen.findByText(/^due Thu/)).toBeTruthy()
})

test('the amount of a task says whether it is the price, what the client pays or paid, or what the creator receives', async () => {
  const server = contractServer()
  const task = (key: DashboardAction['action']): DashboardAction => ({ ...fund, key, action: key, actions: [] })
  const tasks = (['answer-offer', 'fund', 'review-version', 'deliver'] as const).map(task)
  server.reply(readDashboard, { ...empty, pendingOnMe: tasks })
  renderScreen(server, '/dashboard')
  const list = await screen.findByRole('list', { name: 'Waiting on you' })
  const rows = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  for (const [index, text] of [
    'Price, before fees',
    'You pay, fee included',
    'You paid, fee included',
    'You receive, after our fee',
  ].entries()) {
    expect(rows[index]).toContain(`€1,200.00${text}`)
  }
})
