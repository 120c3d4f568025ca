import { readRoomEndpoint } from '@veranda/contract/rooms/routes.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ContractServer, contractServer } from '../../../lib/testing/contract-server.ts'
import { IceServers } from './ice-servers.ts'

const id = '019cc260-0aaf-733a-8b0d-2e4ae99f0759'
const endpoint = (credential: string, iceTtlSeconds: number | null = 3_600) => ({
  path: '/rooms-live/n/r',
  node: 'n',
  iceServers: [{ urls: ['turn:relay'], username: 'me', credential }],
  iceTtlSeconds,
})
let server: ContractServer
const credentials: (string | undefined)[] = []
let servers: IceServers

beforeEach(() => {
  vi.useFakeTimers()
  server = contractServer()
  credentials.length = 0
  servers = new IceServers(id, ([first]) => credentials.push(first?.credential))
})
afterEach(() => {
  servers.dispose()
  vi.useRealTimers()
})

test('TURN credentials are renewed before they expire, with retries', async () => {
  const first = endpoint('first')
  servers.update(first)
  servers.update(first)
  await vi.advanceTimersByTimeAsync(3_000_000)
  expect([credentials, server.calls(readRoomEndpoint)]).toEqual([['first'], []])
  server.refuse(readRoomEndpoint, 403, 'request.failed')
  await vi.advanceTimersByTimeAsync(320_000)
  expect(server.calls(readRoomEndpoint).length).toBeGreaterThan(0)
  server.reply(readRoomEndpoint, endpoint('second'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(credentials).toEqual(['first', 'second'])
  server.reply(readRoomEndpoint, endpoint('third'))
  await vi.advanceTimersByTimeAsync(3_400_000)
  expect(credentials.at(-1)).toBe('third')
})

test('credentials that never expire are not renewed, nor any after leaving', async () => {
  servers.update(endpoint('always', null))
  await vi.advanceTimersByTimeAsync(8_000_000)
  servers.update(endpoint('an hour'))
  servers.dispose()
  await vi.advanceTimersByTimeAsync(8_000_000)
  expect(server.calls(readRoomEndpoint)).toEqual([])
})
