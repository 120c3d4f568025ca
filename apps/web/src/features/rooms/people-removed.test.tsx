import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import { cache } from '../../lib/query.ts'
import { jsonReply } from '../../lib/testing.ts'
import { loadWords } from '../../lib/words.ts'
import { PeopleRemoved } from './people-removed.tsx'
import { sampleScene } from './scene-sample.ts'

beforeAll(() => loadWords('rooms'))
afterEach(cleanup)

test('a host lets somebody in again who was taken out, as a guest', async () => {
  const { room } = sampleScene().scene
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => jsonReply(room))
  vi.stubGlobal('fetch', fetched)
  const hana = { id: 'hana', name: 'Hana', avatar: null }
  render(
    <QueryClientProvider client={cache}>
      <PeopleRemoved room={{ ...room, removed: [hana] }} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Let Hana in again' }))
  await vi.waitUntil(() => fetched.mock.calls.length > 0)
  const [url, init] = fetched.mock.lastCall ?? []
  expect(url).toMatch(/\/rooms\/project\/people\/hana$/)
  expect([init?.method, init?.body]).toEqual(['PATCH', JSON.stringify({ role: 'guest' })])
})
