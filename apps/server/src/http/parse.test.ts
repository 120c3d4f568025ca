import { randomUUID } from 'node:crypto'
import { changeAccount } from '@veranda/contract/accounts/routes.ts'
import { sessionBody } from '@veranda/contract/bookings/session-schemas.ts'
import { listProjects, openProject } from '@veranda/contract/commissions/routes.ts'
import { openDirect, searchMessages, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { changePreferences } from '@veranda/contract/notifications/routes.ts'
import { preferencesBody } from '@veranda/contract/notifications/schemas.ts'
import { fileTicket } from '@veranda/contract/support/routes.ts'
import { mostOfOnePrice } from '@veranda/contract/shapes.ts'
import { changeProfile, searchTalent } from '@veranda/contract/talent/routes.ts'
import { mostOfOneDeal } from '@veranda/core/money/money.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Person, testApp, type TestApp } from '../testing/test-app.ts'
import { parsePart } from './parse.ts'

let app: TestApp
let person: Person
let creator: Person
beforeAll(async () => {
  app = await testApp()
  person = await app.person()
  creator = await app.person('Cora', { role: 'creator' })
  await app.settle()
})
afterAll(() => app.close())

const invalid = (field: string) => ({ status: 422, code: 'request.invalid', field })

describe.each([
  ['U+0000', 'a\0b'],
  ['half a surrogate pair', 'a\ud800b'],
])('a text with %s, which the database cannot keep,', (_, text) => {
  test('is refused as a field that does not fit, wherever it stands', async () => {
    const { reply: direct } = await app.injectAs(person, openDirect, {
      body: { personId: creator.id },
      key: randomUUID(),
    })
    const brief = { title: 't', brief: 'b', skills: [], budget: null }
    const key = randomUUID()
    const answers: [string, Promise<Answer<unknown>>][] = [
      ['title', app.injectAs(person, openProject, { body: { ...brief, title: text }, key })],
      ['skills.0', app.injectAs(person, openProject, { body: { ...brief, skills: [text] }, key })],
      ['message', app.injectAs(person, fileTicket, { body: { email: 'a@b.example', message: text }, key })],
      [
        'message',
        app.injectAs(person, sendMessage, { params: { id: direct.id }, body: { clientId: key, message: text } }),
      ],
      ['name', app.injectAs(person, changeAccount, { body: { name: text } })],
      ['headline', app.injectAs(creator, changeProfile, { body: { headline: text } })],
      ['app', app.injectAs(person, changePreferences, { body: { app: { [text]: true } } })],
    ]
    for (const [field, answer] of answers) expect((await answer).problem).toMatchObject(invalid(field))
  })

  test('is refused by the socket with the status that says not to try again', async () => {
    const listening = await testApp()
    const address = await listening.listen()
    const me = await listening.person()
    const other = await listening.person()
    const { id } = (await listening.injectAs(me, openDirect, { body: { personId: other.id }, key: randomUUID() })).reply
    const socket = io(address, {
      transports: ['websocket'],
      auth: { token: me.token },
      extraHeaders: { cookie: me.cookie },
      forceNew: true,
    })
    const answer: unknown = await socket
      .timeout(5_000)
      .emitWithAck('message:send', { conversationId: id, message: text, clientId: randomUUID() })
      .finally(() => socket.disconnect())
    expect(answer).toMatchObject({ ok: false, error: { status: 422, code: 'request.invalid', field: 'message' } })
    await listening.close()
  })
})

test('U+0000 in a query is refused by the name of its field', async () => {
  const q = 'a\0b'
  expect((await app.injectAs(person, searchTalent, { query: { q } })).problem).toMatchObject(invalid('q'))
  expect((await app.injectAs(person, searchTalent, { query: { skill: q } })).problem).toMatchObject(invalid('skill'))
  expect((await app.injectAs(person, listProjects, { query: { q } })).problem).toMatchObject(invalid('q'))
  expect((await app.injectAs(person, searchMessages, { query: { q } })).problem).toMatchObject(invalid('q'))
})

test('a price is bounded by the contract as by the rules', () => {
  const price = (amount: number) => parsePart(sessionBody.shape.price, { amount, currency: 'EUR' }).ok
  expect(mostOfOnePrice).toBe(mostOfOneDeal)
  expect([price(mostOfOnePrice), price(mostOfOnePrice + 1)]).toEqual([true, false])
})

test('a cookie with U+0000 is nobody’s', async () => {
  const answer = await app.app.http.inject({
    url: '/api/accounts/session',
    headers: { cookie: 'veranda.session=a%00b.c' },
  })
  expect(answer.statusCode).toBe(401)
})

test('what is nested without end is refused, not walked', () => {
  let value: unknown = 'x'
  for (let depth = 0; depth < 100_000; depth += 1) value = [value]
  expect(parsePart(preferencesBody, { email: value })).toMatchObject({ ok: false })
})

test('an address that names nothing there could be is absent, whatever is sent to it', async () => {
  const headers = { authorization: `Bearer ${person.token}`, cookie: person.cookie }
  const named = app.app.routes.filter(({ standing, take }) => standing.params && !take)
  for (const { route, standing } of named) {
    if (standing.who.kind === 'sandbox' || standing.who.kind === 'webhook') continue
    const url = `/api${route.path.replace(/:\w+/g, 'zzz')}`
    const answer = await app.app.http.inject({ method: route.method, url, headers })
    expect([route.method, route.path, answer.statusCode]).toEqual([route.method, route.path, 404])
  }
  const answer = await app.app.http.inject({ url: '/api/projects/zzz', headers })
  expect(answer.json()).toMatchObject({ code: 'request.not-found', detail: 'There is nothing here.' })
})
