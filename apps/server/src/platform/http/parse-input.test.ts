import { randomUUID } from 'node:crypto'
import { changeAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { hourlyServiceBody } from '@veranda/contract/bookings/services/schemas.ts'
import { listProjects, openProject } from '@veranda/contract/commissions/routes.ts'
import { openDirectConversation, searchMessages, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { changePreferences } from '@veranda/contract/notifications/routes.ts'
import { preferencesBody } from '@veranda/contract/notifications/schemas.ts'
import { fileTicket } from '@veranda/contract/support/routes.ts'
import { maxPriceMinorUnits } from '@veranda/contract/shared-schemas.ts'
import { changeProfile, searchTalent } from '@veranda/contract/talent/routes.ts'
import { maxAgreementAmount } from '@veranda/core/money/money.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InjectResult, type TestUser, testApp, type TestApp } from '../../testing/test-app.ts'
import { parseInput } from './parse-input.ts'

let app: TestApp
let user: TestUser
let creator: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await app.createUser()
  creator = await app.createUser('Cora', { role: 'creator' })
  await app.runUntilIdle()
})
afterAll(() => app.close())

const invalid = (field: string, code = 'request.invalid') => ({ status: 422, code, field })

describe.each([
  // A text that is shown may have no control character at all.
  ['U+0000', 'a\0b', 'text.hidden-characters'],
  ['half a surrogate pair', 'a\ud800b', 'request.invalid'],
])('a text with %s, which the database cannot store,', (_, text, code) => {
  test('is refused with the name of its field, wherever it occurs', async () => {
    const { reply: direct } = await app.injectAs(user, openDirectConversation, {
      body: { userId: creator.id },
      key: randomUUID(),
    })
    const brief = { title: 't', brief: 'b', skills: [], budget: null }
    const key = randomUUID()
    const answers: [string, Promise<InjectResult<unknown>>][] = [
      ['title', app.injectAs(user, openProject, { body: { ...brief, title: text }, key })],
      ['skills.0', app.injectAs(user, openProject, { body: { ...brief, skills: [text] }, key })],
      ['message', app.injectAs(user, fileTicket, { body: { email: 'a@b.example', message: text }, key })],
      [
        'message',
        app.injectAs(user, sendMessage, { params: { id: direct.id }, body: { clientId: key, message: text } }),
      ],
      ['name', app.injectAs(user, changeAccount, { body: { name: text } })],
      ['headline', app.injectAs(creator, changeProfile, { body: { headline: text } })],
      ['app', app.injectAs(user, changePreferences, { body: { app: { [text]: true } } })],
    ]
    for (const [field, answer] of answers) {
      expect((await answer).problem).toMatchObject(invalid(field, field === 'app' ? 'request.invalid' : code))
    }
  })

  test('is refused by the socket with a status that is not retried', async () => {
    const server = await testApp()
    const address = await server.listen()
    const sender = await server.createUser()
    const other = await server.createUser()
    const { id } = (
      await server.injectAs(sender, openDirectConversation, { body: { userId: other.id }, key: randomUUID() })
    ).reply
    const socket = io(address, {
      transports: ['websocket'],
      auth: { token: sender.token },
      extraHeaders: { cookie: sender.cookie },
      forceNew: true,
    })
    const answer: unknown = await socket
      .timeout(5_000)
      .emitWithAck('message:send', { conversationId: id, message: text, clientId: randomUUID() })
      .finally(() => socket.disconnect())
    expect(answer).toMatchObject({ ok: false, error: { status: 422, code, field: 'message' } })
    await server.close()
  })
})

test('a name that hides its direction or a character is refused with its field and a sentence, before anything is stored', async () => {
  for (const name of ['Maya\u202enimda', 'Ma\u200bya', 'Maya\u200f Torres']) {
    const refused = await app.injectAs(user, changeAccount, { body: { name } })
    expect(refused.problem).toMatchObject({
      ...invalid('name', 'text.hidden-characters'),
      detail: expect.stringMatching(/^This contains hidden characters/) as string,
    })
    expect(String(refused.headers['content-type'])).toContain('application/problem+json')
  }
  const { reply } = await app.injectAs(user, changeAccount, { body: { name: '  ليلى\u200f Çelik ' } })
  expect(reply.name).toBe('ليلى\u200f Çelik')
})

test('a description of several lines keeps its tabs, line breaks and the direction marks of a pasted number', async () => {
  const about = 'One\r\ntwo\n\tthree: \u202d+1 555 0100\u202c'
  expect((await app.injectAs(creator, changeProfile, { body: { about } })).reply.about).toBe(
    'One\ntwo\n\tthree: \u202d+1 555 0100\u202c',
  )
})

test('U+0000 in a query is refused with the name of its field', async () => {
  const q = 'a\0b'
  expect((await app.injectAs(user, searchTalent, { query: { q } })).problem).toMatchObject(invalid('q'))
  expect((await app.injectAs(user, searchTalent, { query: { skill: q } })).problem).toMatchObject(invalid('skill'))
  expect((await app.injectAs(user, listProjects, { query: { q } })).problem).toMatchObject(invalid('q'))
  expect((await app.injectAs(user, searchMessages, { query: { q } })).problem).toMatchObject(invalid('q'))
})

test('the contract and the rules have the same price limit', () => {
  const price = (amount: number) => parseInput(hourlyServiceBody.shape.price, { amount, currency: 'EUR' }).ok
  expect(maxPriceMinorUnits).toBe(maxAgreementAmount)
  expect([price(maxPriceMinorUnits), price(maxPriceMinorUnits + 1)]).toEqual([true, false])
})

test('a cookie with U+0000 has no session', async () => {
  const answer = await app.app.http.inject({
    url: '/api/accounts/session',
    headers: { cookie: 'veranda.session=a%00b.c' },
  })
  expect(answer.statusCode).toBe(401)
})

test('input that is nested too deeply is refused without recursion', () => {
  let value: unknown = 'x'
  for (let depth = 0; depth < 100_000; depth += 1) value = [value]
  expect(parseInput(preferencesBody, { email: value })).toMatchObject({ ok: false })
})

test('an invalid id in the path is 404, whatever the body', async () => {
  const headers = { authorization: `Bearer ${user.token}`, cookie: user.cookie }
  const named = app.app.routes.filter(({ options, handleRaw }) => options.params && !handleRaw)
  for (const { route, options } of named) {
    if (options.access.sandboxSwitch || options.access.kind === 'webhook') continue
    // A handle may be any word, but not this one.
    const url = `/api${route.path.replace(/:\w+/g, (name) => (name === ':handle' ? 'z_z' : 'zzz'))}`
    const answer = await app.app.http.inject({ method: route.method, url, headers })
    expect([route.method, route.path, answer.statusCode]).toEqual([route.method, route.path, 404])
  }
  const answer = await app.app.http.inject({ url: '/api/projects/zzz', headers })
  expect(answer.json()).toMatchObject({ code: 'request.not-found', detail: 'Not found.' })
})
