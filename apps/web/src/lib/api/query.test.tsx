import { route } from '@veranda/contract/route.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { clearSession } from '../session/session.ts'
import { applyUnreadCounts, getUnreadCounts } from '../realtime/unread-counts.ts'
import { call } from './call.ts'
import { queryCache, queryKeyOf, invalidateReads, useRead } from './query.ts'
import { invalidateOnEvent } from './stale-reads.ts'
import { jsonReply } from '../testing/replies.ts'

const readThing = route<{ reply: { name: string } }>('GET', '/thing')

afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.useRealTimers()
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

test('what was read and counted for a user is gone with their sign-out', async () => {
  vi.stubGlobal('fetch', async () => jsonReply({ name: 'private' }))
  await queryCache.fetchQuery({ queryKey: queryKeyOf(readThing), queryFn: () => call(readThing) })
  applyUnreadCounts({ count: 3, messages: 2, version: 7 })
  expect([queryCache.getQueryData(queryKeyOf(readThing)), getUnreadCounts().count]).toEqual([{ name: 'private' }, 3])
  clearSession('left')
  expect(queryCache.getQueryCache().getAll()).toEqual([])
  expect(getUnreadCounts()).toMatchObject({ count: 0, messages: 0 })
})

test('a first load that failed is not started again by an event, and what has loaded is', async () => {
  vi.useFakeTimers()
  const fetched = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={queryCache}>
      <Thing />
    </QueryClientProvider>,
  )
  // The events of a socket that connects meanwhile.
  invalidateOnEvent(readThing)
  await vi.advanceTimersByTimeAsync(10_000)
  invalidateOnEvent(readThing)
  await vi.advanceTimersByTimeAsync(10_000)
  // The first try, and three more a second apart each.
  expect(fetched).toHaveBeenCalledTimes(4)
  vi.stubGlobal('fetch', async () => jsonReply({ name: 'first' }))
  await queryCache.refetchQueries()
  vi.stubGlobal('fetch', async () => jsonReply({ name: 'second' }))
  invalidateOnEvent(readThing)
  await vi.advanceTimersByTimeAsync(100)
  vi.useRealTimers()
  expect(await screen.findByText('second')).toBeTruthy()
})
