import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryCache } from '../../../lib/api/query.ts'
import { jsonReply } from '../../../lib/testing.ts'
import { loadTranslations } from '../../../lib/i18n.ts'
import { RemovedUsers } from './removed-users.tsx'
import { samplePanelContext } from '../testing/sample-room.ts'

beforeAll(() => loadTranslations('rooms'))
afterEach(cleanup)

test('a host lets a removed user back in as a guest', async () => {
  const { room } = samplePanelContext().context
  const fetchMock = vi.fn(async (_url: string, _init: RequestInit) => jsonReply(room))
  vi.stubGlobal('fetch', fetchMock)
  const hana = { id: 'hana', name: 'Hana', avatar: null }
  render(
    <QueryClientProvider client={queryCache}>
      <RemovedUsers room={{ ...room, removedUsers: [hana] }} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Let Hana in again' }))
  await vi.waitUntil(() => fetchMock.mock.calls.length > 0)
  const [url, init] = fetchMock.mock.lastCall ?? []
  expect(url).toMatch(/\/rooms\/project\/users\/hana$/)
  expect([init?.method, init?.body]).toEqual(['PATCH', JSON.stringify({ role: 'guest' })])
})
