import { cleanup, screen } from '@testing-library/react'
import { type PublicConfig } from '@veranda/contract/config/schemas.ts'
import { type Project } from '@veranda/contract/commissions/schemas.ts'
import { type ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { usePaletteGroups } from '../app/command-palette/use-palette-groups.ts'
import { BookingView } from '../features/bookings/booking-view.tsx'
import { sampleBooking } from '../features/bookings/sample-bookings.ts'
import { HourlyServiceEditor } from '../features/bookings/services/hourly-service-editor.tsx'
import { renderInApp, stubServer } from '../features/bookings/testing/render.tsx'
import { ProjectHeader } from '../features/commissions/projects/project-header.tsx'
import { queryCache } from '../lib/api/query.ts'
import { loadTranslations } from '../lib/i18n.ts'
import { DashboardScreen } from './dashboard-screen.tsx'
import { PaymentScreen } from './payment-screen.tsx'
import { SettingsScreen } from './settings-screen.tsx'

const config: PublicConfig = {
  mode: 'production',
  version: '1.0.0',
  demoEntry: false,
  mailPage: false,
  payments: false,
  terms: 1,
  languages: ['en'],
  now: '2026-11-23T10:00:00.000Z',
  providers: [],
  pushKey: null,
}

beforeAll(() =>
  loadTranslations(
    ...(['common', 'errors', 'shell', 'payments', 'bookings', 'bookings/services'] as const),
    ...(['commissions', 'dashboard', 'accounts/settings'] as const),
  ),
)
afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.unstubAllGlobals()
})

const notice = 'This installation takes no payments'
const dashboard = {
  waitingOnMe: [],
  waitingOnThem: [],
  months: [],
  money: { protected: [], pending: [], available: [], paid: [] },
}

/** Opens a screen on an installation without payments; returns the requests that it made. */
function open(part: ReactNode, answers: Parameters<typeof stubServer>[0] = {}) {
  const requests = stubServer({ 'GET /config': config, ...answers })
  renderInApp(part)
  return requests
}

test('the payment screen explains that payments are off, and asks for nothing', async () => {
  const requests = open(<PaymentScreen />)
  expect(await screen.findByText(notice)).toBeTruthy()
  cleanup()
  requests.length = 0
  renderInApp(<PaymentScreen />)
  expect(await screen.findByText(notice)).toBeTruthy()
  expect(requests.filter(({ path }) => path.startsWith('/payments'))).toEqual([])
})

test('a reservation with a price from before cannot be paid, only given back', async () => {
  const booking = sampleBooking({ actions: ['withdraw'] })
  open(<BookingView id={booking.id} />, { [`GET /bookings/${booking.id}`]: booking })
  expect(await screen.findByText(notice)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull()
})

test('a new hourly service can only be free', async () => {
  open(<HourlyServiceEditor service={undefined} onDone={() => undefined} />)
  expect(await screen.findByText(notice)).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Free' })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: 'Paid' })).toBeNull()
})

test('the dashboard shows no money', async () => {
  open(<DashboardScreen />, { 'GET /dashboard': dashboard, 'GET /bookings/next': { items: [] } })
  expect(await screen.findByText(notice)).toBeTruthy()
  expect(document.querySelector('a[href^="/payment"]')).toBeNull()
})

test('nothing leads to the payment screen or the money tab', async () => {
  function Palette() {
    const hrefs = usePaletteGroups('').flatMap(({ entries }) =>
      entries.map((entry) => ('href' in entry ? entry.href : '')),
    )
    return <p>{hrefs.join(' ')}</p>
  }
  open(<Palette />)
  const entries = await screen.findByText(/\/projects\/new/)
  expect(entries.textContent).not.toContain('/payment')
  cleanup()

  // Fields that the header does not read are left out.
  const project = {
    id: 'p',
    title: 'Lobby',
    state: 'open',
    client: { name: 'Maya' },
    commissions: [],
    pendingActions: [],
    actions: [],
  } as unknown as Project
  open(
    <ProjectHeader project={project} view="overview">
      {null}
    </ProjectHeader>,
  )
  expect(await screen.findByRole('link', { name: 'Milestones' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Money' })).toBeNull()
  cleanup()

  open(<SettingsScreen />)
  expect(await screen.findByText('Public page')).toBeTruthy()
  expect(document.querySelector('a[href="/payment"], a[href="/settings/mail"]')).toBeNull()
})
