import { readAccount } from '@veranda/contract/accounts/routes.ts'
import {
  approvePairing,
  findPairing,
  finishPairing,
  readPairing,
  startPairing,
} from '@veranda/contract/accounts/pairing-routes.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, testApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let maya: Person
beforeAll(async () => {
  t = await testApp()
  maya = await t.person('Maya')
})
afterAll(() => t.close())

type Headers = Readonly<Record<string, unknown>>
const cookieOf = (headers: Headers, name: string) => {
  const all = [headers['set-cookie']].flat().map(String)
  return all.find((line) => line.startsWith(`${name}=`))?.split(';', 1)[0] ?? ''
}

async function device() {
  const asked = await t.injectAs(null, startPairing)
  const headers = { cookie: cookieOf(asked.headers, 'veranda.pairing') }
  return {
    ...asked.reply,
    headers,
    state: async () => (await t.injectAs(null, readPairing, { headers })).reply.state,
    finish: () => t.injectAs(null, finishPairing, { headers }),
  }
}

const find = (who: Person, code: string) => t.injectAs(who, findPairing, { body: { code } })
const approve = (who: Person, id: string, match: string) =>
  t.injectAs(who, approvePairing, { params: { id }, body: { match } })

test('a code approved with the number on the device signs in that very browser, once', async () => {
  const headset = await device()
  expect(headset.code).toMatch(/^\d{6}$/)
  expect(await headset.state()).toBe('waiting')
  expect((await headset.finish()).status).toBe(404)
  const found = (await find(maya, `${headset.code.slice(0, 3)} ${headset.code.slice(3)}`)).reply
  expect(found.matches).toHaveLength(3)
  expect(found.matches).toContain(headset.match)
  expect((await approve(maya, found.id, headset.match)).status).toBe(200)
  expect(await headset.state()).toBe('approved')

  const other = await device()
  expect((await other.finish()).status).toBe(404)
  const signedIn = await headset.finish()
  expect(signedIn.reply.user.name).toBe('Maya')
  const cookie = cookieOf(signedIn.headers, 'veranda.session')
  const as = { ...maya, token: signedIn.reply.token, cookie }
  expect((await t.injectAs(as, readAccount)).reply.email).toBe(maya.email)
  expect((await headset.finish()).status).toBe(404)
  expect(await headset.state()).toBe('over')
  expect((await find(maya, headset.code)).problem.code).toBe('pairing.no-such-code')
})

test('the numbers to choose from stay the same, so asking again does not tell which one is right', async () => {
  const headset = await device()
  const once = (await find(maya, headset.code)).reply.matches
  for (let times = 0; times < 4; times += 1) expect((await find(maya, headset.code)).reply.matches).toEqual(once)
  const other = await device()
  const all = new Set([...once, ...(await find(maya, other.code)).reply.matches])
  expect(all.size).toBeGreaterThan(3)
})

test('a wrong number ends the pairing; nobody approves what they have not looked behind', async () => {
  const headset = await device()
  const eve = await t.person('Eve')
  const { id, matches } = (await find(maya, headset.code)).reply
  expect((await approve(eve, id, headset.match)).status).toBe(404)
  const wrong = matches.find((match) => match !== headset.match) ?? ''
  expect((await approve(maya, id, wrong)).problem).toMatchObject({ code: 'pairing.wrong-number', field: 'match' })
  expect(await headset.state()).toBe('over')
  expect((await approve(maya, id, headset.match)).status).toBe(404)
})

test('a code lives for five minutes, and a new one ends the former one of the same browser', async () => {
  const headset = await device()
  const again = await t.injectAs(null, startPairing, { headers: headset.headers })
  expect((await find(maya, headset.code)).status).toBe(404)
  expect((await find(maya, again.reply.code)).status).toBe(200)
  await t.advance(5 * minute)
  expect((await find(maya, again.reply.code)).status).toBe(404)
  const late = await device()
  const { id } = (await find(maya, late.code)).reply
  await t.advance(5 * minute)
  expect((await approve(maya, id, late.match)).status).toBe(404)
})

test('codes cannot be tried out', async () => {
  const guarded = await testApp({ env: { RATE_LIMITS: '1' } })
  const guesser = await guarded.person('Guess')
  const answers: number[] = []
  for (let n = 0; n < 20; n += 1) {
    const body = { code: String(n).padStart(6, '0') }
    answers.push((await guarded.injectAs(guesser, findPairing, { body })).status)
  }
  expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4)
  await guarded.close()
})
