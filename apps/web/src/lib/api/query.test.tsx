import { route } from '@veranda/contract/route.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryCache, invalidateReads, useRead } from './query.ts'
import { jsonReply } from '../testing/replies.ts'

const readThing = route<{ reply: { name: string } }>('GET', '/thing')

afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.unstubAllGlobals()
})

function Thing() {
  return <p>{useRead(readThing).data?.name ?? 'nothing yet'}</p>
}

test('a change during the first fetch is not hidden by its reply', async () => {
  const first = Promise.withResolvers<Response>()
  const replies = [first.promise, Promise.resolve(jsonReply({ name: 'after' }))]
  vi.stubGlobal('fetch', () => replies.shift())
  render(
    <QueryClientProvider client={queryCache}>
      <Thing />
    </QueryClientProvider>,
  )
  const refreshed = invalidateReads(readThing)
  first.resolve(jsonReply({ name: 'before' }))
  await refreshed
  expect(await screen.findByText('after')).toBeTruthy()
})
