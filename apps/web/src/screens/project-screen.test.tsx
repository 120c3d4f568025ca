import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { type Commission } from '@veranda/contract/commissions/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryCache } from '../lib/api/query.ts'
import { loadTranslations } from '../lib/i18n.ts'
import { jsonReply, problemReply } from '../lib/testing.ts'
import { ProjectScreen } from './project-screen.tsx'

const commission: Commission = {
  id: 'c',
  projectId: 'p',
  version: 3,
  state: 'declined',
  client: { id: 'cl', name: 'Carla Client', avatar: null },
  creator: { id: 'cr', name: 'Pia Maker', avatar: null },
  viewerRole: 'creator',
  message: 'Will you build our lobby?',
  offers: [],
  currentOfferId: null,
  formerOfferId: null,
  acceptedOfferId: null,
  expiresAt: null,
  milestones: [],
  conversationId: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  completedAt: null,
  actions: [],
}

/** The server of a creator who has left the project: only their own commission is found. */
function answer(input: RequestInfo | URL): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://veranda.test')
  return Promise.resolve(
    pathname === '/api/commissions/c' ? jsonReply(commission) : problemReply(404, 'project.not-found'),
  )
}

function open(path: string) {
  const router = createMemoryRouter([{ path: '/projects/:id', element: <ProjectScreen /> }], { initialEntries: [path] })
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

beforeAll(() => loadTranslations('commissions', 'payments', 'common', 'errors', 'reviews'))
beforeEach(() => void vi.stubGlobal('fetch', vi.fn(answer)))
afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.unstubAllGlobals()
})

test('a creator who has left the project reads their own offers at the link of the last notification', async () => {
  open('/projects/p?view=contract&commission=c')
  expect(await screen.findByRole('heading', { name: 'Your offer to Carla Client' })).toBeTruthy()
  expect(screen.getByText('Will you build our lobby?')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /offer|decline|withdraw/i })).toBeNull()
})

test.each(['/projects/p', '/projects/p?commission=other'])('%s is not found', async (path) => {
  open(path)
  expect(await screen.findByRole('heading', { name: 'There is no such project' })).toBeTruthy()
})

test('what was loaded before the user lost access is not shown any longer', async () => {
  open('/projects/p?commission=c')
  await screen.findByText('Will you build our lobby?')
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(problemReply(404, 'commission.not-found'))),
  )
  await queryCache.invalidateQueries()
  await vi.waitFor(() => expect(screen.queryByText('Will you build our lobby?')).toBeNull())
})
