import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryCache } from '../lib/api/query.ts'
import { loadTranslations } from '../lib/i18n.ts'
import { jsonReply, problemReply } from '../lib/testing.ts'
import { BookingsScreen } from './bookings-screen.tsx'

function open(account: { role: string; isCreator: boolean }) {
  const answer = (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://veranda.test')
    if (pathname === '/api/accounts/me') return Promise.resolve(jsonReply(account))
    return Promise.resolve(
      pathname === '/api/bookings' ? jsonReply({ items: [], next: null }) : problemReply(404, 'request.not-found'),
    )
  }
  vi.stubGlobal('fetch', vi.fn(answer))
  const router = createMemoryRouter([{ path: '/appointments', element: <BookingsScreen /> }], {
    initialEntries: ['/appointments'],
  })
  render(
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '', notices: '' }}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </LabelsProvider>
    </QueryClientProvider>,
  )
}

beforeAll(() => loadTranslations('bookings', 'bookings/services', 'common', 'errors'))
afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.unstubAllGlobals()
})

test('availability is shown to a user who offers something, even with the role of a client', async () => {
  open({ role: 'client', isCreator: true })
  expect(await screen.findByRole('link', { name: 'Availability' })).toBeTruthy()
})

test('the role of a creator alone does not show it', async () => {
  open({ role: 'creator', isCreator: false })
  expect(await screen.findByText('No sessions are coming')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Availability' })).toBeNull()
})
