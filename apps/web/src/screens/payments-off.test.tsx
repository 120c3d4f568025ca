import { readDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { cleanup, screen } from '@testing-library/react'
import { listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { readBooking } from '@veranda/contract/bookings/routes.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { type PublicConfig } from '@veranda/contract/config/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import {
  listEscrow,
  listPaymentMethods,
  listPayouts,
  listRefunds,
  listReceipts,
  readBalances,
  readReceipt,
} from '@veranda/contract/payments/routes.ts'
import { type Route } from '@veranda/contract/route.ts'
import { type ReactNode } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { usePaletteGroups } from '../app/command-palette/use-palette-groups.ts'
import { SideNavigation } from '../app/shell/side-navigation.tsx'
import { BookingView } from '../features/bookings/booking-view.tsx'
import { sampleBooking } from '../features/bookings/testing/sample-bookings.ts'
import { HourlyServiceEditor } from '../features/bookings/services/hourly-service-editor.tsx'
import { renderInApp } from '../features/bookings/testing/render.tsx'
import { ProjectHeader } from '../features/commissions/projects/project-header.tsx'
import { queryCache } from '../lib/api/query.ts'
import { loadTranslations } from '../lib/i18n/i18n.ts'
import { type ContractServer, contractServer } from '../lib/testing/contract-server.ts'
import { sampleAccount, sampleConfig } from '../lib/testing/samples.ts'
import { DashboardScreen } from './dashboard-screen.tsx'
import { PaymentScreen } from './payment-screen.tsx'
import { ReceiptScreen } from './receipt-screen.tsx'
import { SettingsScreen } from './settings-screen.tsx'

const config: PublicConfig = { ...sampleConfig, payments: false }

beforeAll(() =>
  loadTranslations(
    ...(['common', 'errors', 'shell', 'payments', 'bookings', 'bookings/dashboard'] as const),
    ...(['commissions', 'dashboard', 'accounts/settings', 'accounts/one-time-links'] as const),
  ),
)
afterEach(() => {
  cleanup()
  queryCache.clear()
})

const notice = 'Payments are off here'
const dashboard: Dashboard = {
  projects: { open: 0, active: 0, completed: 0 },
  recentVersions: [],
  bookings: [],
  role: 'client',
  firstSteps: null,
  pendingOnMe: [],
  pendingOnThem: [],
  months: [],
  money: [],
}

/** Opens a screen on an installation without payments, after the test has prepared further replies of the server. */
function open(part: ReactNode, prepare: (server: ContractServer) => void = () => undefined): ContractServer {
  const server = contractServer()
  server.reply(readConfig, config)
  server.reply(readAccount, sampleAccount())
  prepare(server)
  renderInApp(part)
  return server
}

const paidReads = [readBalances, listEscrow, listReceipts, listRefunds, listPayouts, listPaymentMethods]

test('the payment screen explains that payments are off, and asks for nothing', async () => {
  // The first time, the screen may ask before it has read how the installation is configured.
  const server = open(<PaymentScreen />, ({ refuse }) => {
    for (const route of paidReads) refuse(route, 403, 'payments.off')
  })
  expect(await screen.findByText(notice)).toBeTruthy()
  cleanup()
  const callCount = () => paidReads.flatMap((route) => server.calls<Route>(route)).length
  const before = callCount()
  renderInApp(<PaymentScreen />)
  expect(await screen.findByText(notice)).toBeTruthy()
  expect(callCount()).toBe(before)
})

test('a reservation with a price from before cannot be paid, only given back', async () => {
  const booking = sampleBooking({ actions: ['withdraw'] })
  open(<BookingView id={booking.id} />, ({ reply }) => reply(readBooking, booking))
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
  open(<DashboardScreen />, ({ reply }) => {
    reply(readDashboard, dashboard)
  })
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

  open(<SideNavigation />)
  expect(await screen.findByRole('link', { name: 'Help' })).toBeTruthy()
  expect(document.querySelector('a[href="/payment"]')).toBeNull()
  cleanup()

  // Fields that the header does not read are left out.
  const project = {
    id: 'p',
    title: 'Lobby',
    state: 'open',
    client: { name: 'Maya' },
    commissions: [],
    pendingActions: [],
    ending: null,
    actions: [],
  } as unknown as Project
  open(
    <ProjectHeader project={project} view="overview" unreadMessages={0}>
      {null}
    </ProjectHeader>,
  )
  expect(await screen.findByRole('link', { name: 'Milestones' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Money' })).toBeNull()
  cleanup()

  open(<SettingsScreen />, ({ reply }) => {
    reply(listDevices, { items: [] })
    reply(readDeletion, { at: null, obstacles: [], actions: ['schedule'] })
  })
  expect(await screen.findByText('Public page')).toBeTruthy()
  expect(document.querySelector('a[href="/payment"], a[href="/settings/mail"]')).toBeNull()
})

test('a receipt from before is not shown', async () => {
  // The first time, the screen may ask before it has read how the installation is configured.
  open(<ReceiptScreen />, ({ refuse }) => refuse(readReceipt, 403, 'payments.off'))
  expect(await screen.findByText(notice)).toBeTruthy()
  expect(screen.queryByRole('main')).toBeNull()
})
