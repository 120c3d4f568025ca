import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { listProjects, readProject } from '@veranda/contract/commissions/routes.ts'
import { listNotifications, markRead } from '@veranda/contract/notifications/routes.ts'
import { sendMessage } from '@veranda/contract/conversations/routes.ts'
import { expect, test } from 'vitest'
import { call } from '../api/call.ts'
import { contractServer } from './contract-server.ts'

const id = '0199c1a0-0000-7000-8000-000000000001'

test('a handler gets params, query and body as the schemas of the route read them', async () => {
  const server = contractServer()
  server.reply(listProjects, { items: [], next: null })
  server.reply(markRead, ({ params }) => ({ unread: params.id.length, version: 1 }))
  server.reply(sendMessage, ({ params, body }) => ({
    id: body.clientId,
    seq: 1,
    at: '2026-11-23T10:00:00.000Z',
    conversationId: params.id,
  }))
  await call(listProjects, { query: { limit: 20, q: 'a b' } })
  expect(server.calls(listProjects)).toEqual([{ query: { limit: 20, q: 'a b' } }])
  expect(await call(markRead, { params: { id } })).toEqual({ unread: 36, version: 1 })
  const sent = await call(sendMessage, { params: { id }, body: { clientId: id, message: ' hi ' } })
  expect(sent.conversationId).toBe(id)
  expect(server.calls(sendMessage)[0]?.body).toEqual({ clientId: id, message: 'hi', replyTo: null, assetIds: [] })
})

test('a refusal reaches the caller as the problem of its code', async () => {
  const server = contractServer()
  server.refuse(readProject, 404, 'project.not-found', { detail: 'There is none.' })
  await expect(call(readProject, { params: { id } })).rejects.toMatchObject({
    status: 404,
    code: 'project.not-found',
    message: 'There is none.',
  })
})

test('a reply waits for the promise of the test, and a caller may stop waiting', async () => {
  const server = contractServer()
  const reply = Promise.withResolvers<{ unread: number; version: number }>()
  server.reply(markRead, () => reply.promise)
  const stop = new AbortController()
  const stopped = call(markRead, { params: { id } }, { signal: stop.signal })
  const waiting = call(markRead, { params: { id } })
  stop.abort()
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  reply.resolve({ unread: 0, version: 2 })
  expect(await waiting).toEqual({ unread: 0, version: 2 })
})

/** Makes a server whose final check runs when it is asked to, instead of at the end of this test. */
function serverCheckedNow() {
  let check: () => void = () => undefined
  const server = contractServer((atEnd) => (check = atEnd))
  return { server, check: () => check() }
}

test('a call without a handler fails the test, which names the route', async () => {
  const { check } = serverCheckedNow()
  await expect(call(readDashboard)).rejects.toMatchObject({ status: 500 })
  expect(check).toThrow('GET /dashboard has no handler')
})

test('a reply that the contract forbids fails the test', async () => {
  const { server, check } = serverCheckedNow()
  server.reply(listNotifications, { items: [], next: null, unread: 1.5 })
  await expect(call(listNotifications, { query: {} })).rejects.toMatchObject({ status: 500 })
  expect(check).toThrow('GET /notifications cannot reply that')
})

test('a request that the contract forbids fails the test', async () => {
  const { server, check } = serverCheckedNow()
  server.reply(markRead, { unread: 0, version: 1 })
  await expect(call(markRead, { params: { id: 'm1' } })).rejects.toMatchObject({ status: 500 })
  expect(check).toThrow(`${markRead.method} ${markRead.path} got an invalid params`)
})
