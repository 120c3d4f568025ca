import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jsonReply, problemReply } from '../../lib/testing.ts'
import { IceServers } from './ice-servers.ts'

const id = '019cc260-0aaf-733a-8b0d-2e4ae99f0759'
const endpoint = (credential: string, iceLives: number | null = 3_600) => ({
  path: '/rooms-live/n/r',
  node: 'n',
  iceServers: [{ urls: ['turn:relay'], username: 'me', credential }],
  iceLives,
})
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const heard: (string | undefined)[] = []
let servers: IceServers

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  heard.length = 0
  servers = new IceServers(id, ([first]) => heard.push(first?.credential))
})
afterEach(() => {
  servers.end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the relay’s words are asked for anew before they end, again and again until they come', async () => {
  const first = endpoint('first')
  servers.take(first)
  servers.take(first)
  await vi.advanceTimersByTimeAsync(3_000_000)
  expect([heard, fetched.mock.calls.length]).toEqual([['first'], 0])
  fetched.mockImplementation(async () => problemReply(403, 'request.failed'))
  await vi.advanceTimersByTimeAsync(320_000)
  expect(fetched.mock.calls.length).toBeGreaterThan(0)
  fetched.mockImplementation(async () => jsonReply(endpoint('second')))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(heard).toEqual(['first', 'second'])
  fetched.mockImplementation(async () => jsonReply(endpoint('third')))
  await vi.advanceTimersByTimeAsync(3_400_000)
  expect(heard.at(-1)).toBe('third')
})

test('what holds for always, or is left, is not asked for', async () => {
  servers.take(endpoint('always', null))
  await vi.advanceTimersByTimeAsync(8_000_000)
  servers.take(endpoint('an hour'))
  servers.end()
  await vi.advanceTimersByTimeAsync(8_000_000)
  expect(fetched).not.toHaveBeenCalled()
})
