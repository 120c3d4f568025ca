import { listDevices, logout } from '@veranda/contract/accounts/sessions/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import {
  approvePairing,
  findPairing,
  finishPairing,
  readPairing,
  startPairing,
} from '@veranda/contract/accounts/pairing/routes.ts'
import { sessionAbsoluteLimitMs } from '@veranda/core/accounts/sessions/session-limits.ts'
import { day, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, testApp, type TestApp } from '../../../testing/test-app.ts'
import { openTestSession } from '../testing/open-test-session.ts'

let t: TestApp
let maya: TestUser
beforeAll(async () => {
  t = await testApp()
  maya = await t.createUser('Maya')
  await t.stepUp(maya)
})
afterAll(() => t.close())

type Headers = Readonly<Record<string, unknown>>
const cookieOf = (headers: Headers, name: string) => {
  const all = [headers['set-cookie']].flat().map(String)
  return all.find((line) => line.startsWith(`${name}=`))?.split(';', 1)[0] ?? ''
}

async function startDevicePairing() {
  const asked = await t.injectAs(null, startPairing)
  const headers = { cookie: cookieOf(asked.headers, 'veranda.pairing') }
  return {
    ...asked.reply,
    headers,
    state: async () => (await t.injectAs(null, readPairing, { headers })).reply.state,
    finish: () => t.injectAs(null, finishPairing, { headers }),
  }
}

const find = (who: TestUser, code: string) => t.injectAs(who, findPairing, { body: { code } })
const approve = (who: TestUser, id: string, match: string) =>
  t.injectAs(who, approvePairing, { params: { id }, body: { match } })

test('a code approved with the number on the device signs in that browser, once', async () => {
  const headset = await startDevicePairing()
  expect(headset.code).toMatch(/^\d{6}$/)
  expect(await headset.state()).toBe('waiting')
  expect((await headset.finish()).status).toBe(404)
  const found = (await find(maya, `${headset.code.slice(0, 3)} ${headset.code.slice(3)}`)).reply
  expect(found.matches).toHaveLength(3)
  expect(found.matches).toContain(headset.match)
  expect((await approve(maya, found.id, headset.match)).status).toBe(200)
  expect(await headset.state()).toBe('approved')

  const other = await startDevicePairing()
  expect((await other.finish()).status).toBe(404)
  const signedIn = await headset.finish()
  expect(signedIn.reply.user.name).toBe('Maya')
  const cookie = cookieOf(signedIn.headers, 'veranda.session')
  const signedInUser = { ...maya, token: signedIn.reply.token, cookie }
  expect((await t.injectAs(signedInUser, readAccount)).reply.email).toBe(maya.email)
  expect((await headset.finish()).status).toBe(404)
  expect(await headset.state()).toBe('ended')
  expect((await find(maya, headset.code)).problem.code).toBe('pairing.code-not-found')
})

test('only a user who has just confirmed that it is them approves, with a second factor if they have one', async () => {
  const clara = await t.createUser('Clara')
  const headset = await startDevicePairing()
  const { id, matches } = (await find(clara, headset.code)).reply
  // A refusal says nothing about the numbers, and the code goes on working.
  for (const match of matches)
    expect((await approve(clara, id, match)).problem).toMatchObject({ status: 403, code: 'step-up.required' })
  await t.stepUp(clara)
  const codesOn = { user_id: clara.id, secret: 'sealed', confirmed_at: new Date(t.clock.now()) }
  await t.deps.db
    .insertInto('totp_factors')
    .values({ ...codesOn, created_at: codesOn.confirmed_at })
    .execute()
  // The password opens no session of its own any more.
  expect((await approve(clara, id, headset.match)).problem.code).toBe('step-up.required')
  await t.deps.db.updateTable('step_ups').set({ method: 'totp' }).where('user_id', '=', clara.id).execute()
  expect((await approve(clara, id, headset.match)).status).toBe(200)
  expect((await headset.finish()).reply.user.name).toBe('Clara')
})

test('a paired device began as the one that approved it, ends no later than that, and with it before it is signed in', async () => {
  const user = await t.createUser('Nina')
  const signedInAt = Date.now() - sessionAbsoluteLimitMs + day
  await t.deps.db
    .updateTable('sessions')
    .set({ auth_provider: 'tiktok', authenticated_at: new Date(signedInAt) })
    .where('user_id', '=', user.id)
    .execute()
  const phone = { ...user, ...(await openTestSession(t.deps, user.id)) }
  const pairBy = async (who: TestUser) => {
    await t.stepUp(who)
    const headset = await startDevicePairing()
    expect((await approve(who, (await find(who, headset.code)).reply.id, headset.match)).status).toBe(200)
    return headset
  }
  const signedIn = await (await pairBy(user)).finish()
  expect(signedIn.reply.user.authProvider).toBe('tiktok')
  const paired = { ...user, token: signedIn.reply.token, cookie: cookieOf(signedIn.headers, 'veranda.session') }
  const endOf = async (who: TestUser) =>
    (await t.injectAs(who, listDevices)).reply.items.find(({ current }) => current)?.endsAt
  const end = new Date(signedInAt + sessionAbsoluteLimitMs).toISOString()
  expect([await endOf(user), await endOf(paired)]).toEqual([end, end])
  // However long the chain is.
  const again = await (await pairBy(paired)).finish()
  const pairedAgain = { ...user, token: again.reply.token, cookie: cookieOf(again.headers, 'veranda.session') }
  expect(await endOf(pairedAgain)).toBe(end)

  const waiting = await pairBy(phone)
  await t.injectAs(phone, logout)
  expect(await waiting.state()).toBe('ended')
  expect((await waiting.finish()).status).toBe(404)
})

test('the numbers to choose from stay the same, so asking again does not reveal the right one', async () => {
  const headset = await startDevicePairing()
  const firstMatches = (await find(maya, headset.code)).reply.matches
  for (let times = 0; times < 4; times += 1)
    expect((await find(maya, headset.code)).reply.matches).toEqual(firstMatches)
  const other = await startDevicePairing()
  const all = new Set([...firstMatches, ...(await find(maya, other.code)).reply.matches])
  expect(all.size).toBeGreaterThan(3)
})

test('a wrong number ends the pairing, and only a user who has looked up the code can approve it', async () => {
  const headset = await startDevicePairing()
  const eve = await t.createUser('Eve')
  const { id, matches } = (await find(maya, headset.code)).reply
  expect((await approve(eve, id, headset.match)).status).toBe(404)
  const wrong = matches.find((match) => match !== headset.match) ?? ''
  expect((await approve(maya, id, wrong)).problem).toMatchObject({ code: 'pairing.wrong-number', field: 'match' })
  expect(await headset.state()).toBe('ended')
  expect((await approve(maya, id, headset.match)).status).toBe(404)
})

test('a code is valid for five minutes, and a new one ends the previous one of the same browser', async () => {
  const headset = await startDevicePairing()
  const second = await t.injectAs(null, startPairing, { headers: headset.headers })
  expect((await find(maya, headset.code)).status).toBe(404)
  expect((await find(maya, second.reply.code)).status).toBe(200)
  await t.advance(5 * minute)
  expect((await find(maya, second.reply.code)).status).toBe(404)
  const late = await startDevicePairing()
  const { id } = (await find(maya, late.code)).reply
  await t.advance(5 * minute)
  expect((await approve(maya, id, late.match)).status).toBe(404)
})

test('codes cannot be guessed by trying them out', async () => {
  const limitedApp = await testApp({ env: { RATE_LIMITS: '1' } })
  const guesser = await limitedApp.createUser('Guess')
  const answers: number[] = []
  for (let n = 0; n < 20; n += 1) {
    const body = { code: String(n).padStart(6, '0') }
    answers.push((await limitedApp.injectAs(guesser, findPairing, { body })).status)
  }
  expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4)
  await limitedApp.close()
})
