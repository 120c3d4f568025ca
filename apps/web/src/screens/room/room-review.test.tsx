import { cleanup, render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { readCommission } from '@veranda/contract/commissions/routes.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type RoomApi } from '../../features/rooms/room-api.ts'
import { queryCache } from '../../lib/api/query.ts'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { contractServer } from '../../lib/testing/contract-server.ts'
import { idOf, sampleConfig } from '../../lib/testing/samples.ts'
import { sampleCommission, sampleMilestone, sampleVersion } from '../../features/commissions/testing/sample-project.ts'
import { RoomDecision } from './room-review.tsx'

beforeAll(() =>
  loadTranslations('rooms', 'commissions', 'commissions/pins', 'common', 'errors', 'error-codes', 'payments', 'assets'),
)
afterEach(() => {
  cleanup()
  queryCache.clear()
})

/** Opens the decision in a room whose scene shows version 1, while version 2 is submitted. */
function openDecision(viewerRole: 'client' | 'creator', actions: Deliverable['actions']) {
  const versions = [
    sampleVersion({ state: 'changes_requested' }),
    sampleVersion({ id: idOf('d', 2), number: 2, actions }),
  ]
  const milestone = sampleMilestone({ state: 'submitted', deliverables: versions })
  showDecision(sampleCommission({ viewerRole, milestones: [milestone] }))
}

function showDecision(commission: Commission) {
  const server = contractServer()
  server.reply(readConfig, sampleConfig)
  server.reply(readCommission, commission)
  const shown = { deliverableId: idOf('d'), commissionId: idOf('b'), milestone: { id: idOf('c') }, actions: ['pin'] }
  // The decision reads nothing else of the room.
  const api = {
    version: shown,
    visiblePrevious: undefined,
    showVersionAction: () => () => undefined,
  } as unknown as RoomApi
  const router = createMemoryRouter([{ path: '/', element: <RoomDecision api={api} /> }])
  render(
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </LabelsProvider>
    </QueryClientProvider>,
  )
}

test.each(['approve', 'request-changes'] as const)(
  'who may %s is first led to the submitted version, whatever their role',
  async (action) => {
    openDecision('creator', [action])
    expect(await screen.findByRole('button', { name: 'Show version 2' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /approve|changes/i })).toBeNull()
  },
)

test('a client who may decide nothing sees the state of the milestone only', async () => {
  openDecision('client', ['pin'])
  expect(await screen.findByRole('heading', { name: /.+/ })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('after the release the room ends as the page does: the money, the receipt, the files and the next step', async () => {
  const picture = { mediaType: 'image/webp', bytes: 2_000_000, width: 800, height: 600, name: 'front.webp' }
  const file = { ...picture, id: idOf('f'), hash: 'b'.repeat(64), url: '/preview', sourceUrl: '/original' }
  const approved = sampleVersion({ state: 'approved', files: [file] })
  const milestone = sampleMilestone({ state: 'released', deliverables: [approved] })
  showDecision(sampleCommission({ milestones: [milestone], actions: ['request-again'] }))
  expect(await screen.findByText(/^You paid/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Commission the next step' })).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Original files' }).textContent).toContain('front.webp')
})
