import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { summariseNotifications } from '@veranda/contract/notifications/routes.ts'
import { type NotificationSummary as Summary } from '@veranda/contract/notifications/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { NotificationSummary } from '../../features/dashboard/notification-summary/notification-summary.tsx'
import { queryCache } from '../../lib/api/query.ts'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { contractServer } from '../../lib/testing/contract-server.ts'

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const summary: Summary = {
  volumeOverTime: [
    { date: dayOf(3), count: 7 },
    { date: dayOf(1), count: 2 },
  ],
  typeDistribution: { message: 5, milestone: 4 },
  channelDistribution: { inApp: 9, email: 4, push: 0 },
  engagementRates: { inApp: 0.5, email: 0.25, push: 0 },
  readVsUnread: { read: 6, unread: 3 },
}
const nothing: Summary = {
  volumeOverTime: [],
  typeDistribution: {},
  channelDistribution: { inApp: 0, email: 0, push: 0 },
  engagementRates: { inApp: 0, email: 0, push: 0 },
  readVsUnread: { read: 0, unread: 0 },
}

/** Brings what is watched near the screen. */
let comeNear: () => void = () => undefined

beforeAll(() => loadTranslations('dashboard/panels', 'notifications', 'common', 'errors'))
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        comeNear = () => callback([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.unstubAllGlobals()
})

function open() {
  render(
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
        <Suspense>
          <NotificationSummary />
        </Suspense>
      </LabelsProvider>
    </QueryClientProvider>,
  )
}

test('the figures are read when the charts come near the screen, and not before', async () => {
  const server = contractServer()
  server.reply(summariseNotifications, summary)
  open()
  await screen.findByRole('heading', { name: 'Notifications in the last 30 days' })
  expect(server.calls(summariseNotifications)).toEqual([])
  act(() => comeNear())
  await screen.findByRole('img', { name: /^In 30 days: 9\./ })
  expect(server.calls(summariseNotifications)).toHaveLength(1)
})

test('every figure of the summary is drawn, and is in a table for those who do not see the charts', async () => {
  const server = contractServer()
  server.reply(summariseNotifications, summary)
  open()
  act(() => comeNear())
  const chart = await screen.findByRole('img', { name: /Busiest day: .* \(7\)\.$/ })
  // One bar for each day of the window.
  expect(chart.querySelectorAll('rect')).toHaveLength(30)
  const textOf = (name: string) =>
    within(screen.getByRole('region', { name, hidden: true }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(textOf('By type')).toEqual(['Messages5', 'Milestones4'])
  // A channel that nothing was sent by is not shown.
  expect(textOf('By channel')).toEqual(['In the app · 50% opened9', 'Email · 25% opened4'])
  expect(textOf('Read and unread')).toEqual(['Read6', 'Unread3'])
  const rowsOf = (name: string) =>
    within(screen.getByRole('table', { name, hidden: true }))
      .getAllByRole('row', { hidden: true })
      .slice(1)
      .map(({ textContent }) => textContent)
  expect(rowsOf('By day').map((row) => row?.slice(-1))).toEqual(['7', '2'])
  expect(rowsOf('By type')).toEqual(['Messages5', 'Milestones4'])
  expect(rowsOf('By channel')).toEqual(['In the app950%', 'Email425%'])
  expect(rowsOf('Read and unread')).toEqual(['Read6', 'Unread3'])
})

test('without a notification it says so instead of drawing empty charts', async () => {
  const server = contractServer()
  server.reply(summariseNotifications, nothing)
  open()
  act(() => comeNear())
  await screen.findByRole('heading', { name: 'No notifications in 30 days' })
  expect(screen.queryByRole('img')).toBeNull()
})

test('figures that cannot be read are an error with a way to try again', async () => {
  const server = contractServer()
  server.refuse(summariseNotifications, 500, 'internal')
  open()
  act(() => comeNear())
  expect(await screen.findByText('Couldn’t load the figures of your notifications')).toBeTruthy()
})
