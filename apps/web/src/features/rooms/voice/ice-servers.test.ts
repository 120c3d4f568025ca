import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jsonReply, problemReply } from '../../../lib/testing.ts'
import { IceServers } from './ice-servers.ts'

const id = '019cc260-0aaf-733a-8b0d-2e4ae99f0759'
const endpoint = (credential: string, iceTtlSeconds: number | null = 3_600) => ({
  path: '/rooms-live/n/r',
  node: 'n',
  iceServers: [{ urls: ['turn:relay'], username: 'me', credential }],
  iceTtlSeconds,
})
const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const credentials: (string | undefined)[] = []
let servers: IceServers

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
  fetchMock.mockReset()
  credentials.length = 0
  servers = new IceServers(id, ([first]) => credentials.push(first?.credential))
})
afterEach(() => {
  servers.dispose()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('TURN credentials are renewed before they expire, with retries', async () => {
  const first = endpoint('first')
  servers.update(first)
  servers.update(first)
  await vi.advanceTimersByTimeAsync(3_000_000)
  expect([credentials, fetchMock.mock.calls.length]).toEqual([['first'], 0])
  fetchMock.mockImplementation(async () => problemReply(403, 'request.failed'))
  await vi.advanceTimersByTimeAsync(320_000)
  expect(fetchMock.mock.calls.length).toBeGreaterThan(0)
  fetchMock.mockImplementation(async () => jsonReply(endpoint('second')))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(credentials).toEqual(['first', 'second'])
  fetchMock.mockImplementation(async () => jsonReply(endpoint('third')))
  await vi.advanceTimersByTimeAsync(3_400_000)
  expect(credentials.at(-1)).toBe('third')
})

test('credentials that never expire are not renewed, nor any after leaving', async () => {
  servers.update(endpoint('always', null))
  await vi.advanceTimersByTimeAsync(8_000_000)
  servers.update(endpoint('an hour'))
  servers.dispose()
  await vi.advanceTimersByTimeAsync(8_000_000)
  expect(fetchMock).not.toHaveBeenCalled()
})
