import { confirmPerson, readConfirmation } from '@veranda/contract/accounts/confirmation-routes.ts'
import { listDevices, login, logout, register } from '@veranda/contract/accounts/routes.ts'
import { currentTerms } from '@veranda/core/accounts/terms.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, personOf, testApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ env: { DEMO_ENTRY: '1' } })
})
afterAll(() => t.close())

const password = 'a long walk by the sea'
let made = 0

async function registered(app = t): Promise<Person> {
  made += 1
  const email = `confirming-${made}@veranda.test`
  const rest = { role: 'client', terms: currentTerms, timeZone: 'UTC', language: 'en' } as const
  return personOf(await app.injectAs(null, register, { body: { name: 'Clara Hall', email, password, ...rest } }))
}

const confirm = (who: Person, body: { way: 'password'; password: string } | { way: 'demo' }, app = t) =>
  app.injectAs(who, confirmPerson, { body })
const until = async (who: Person) => (await t.injectAs(who, readConfirmation)).reply.until
const audited = async (who: Person) =>
  (
    await t.deps.db
      .selectFrom('audit')
      .select('what')
      .where('person_id', '=', who.id)
      .where('what', 'like', 'account.confirm%')
      .orderBy('at')
      .execute()
  ).map(({ what }) => what)

test('the right password confirms for five minutes, a wrong one is told and kept in the audit log', async () => {
  const clara = await registered()
  expect((await t.injectAs(clara, readConfirmation)).reply).toEqual({ until: null, ways: ['password'] })
  const wrong = await confirm(clara, { way: 'password', password: 'another one by the sea' })
  expect(wrong.problem).toMatchObject({ status: 422, code: 'confirmation.wrong-password', field: 'password' })
  expect(await until(clara)).toBeNull()
  const { reply } = await confirm(clara, { way: 'password', password })
  expect(Date.parse(reply.until ?? '') - t.clock.now()).toBeGreaterThan(5 * minute - 10_000)
  expect(await until(clara)).toBe(reply.until)
  expect(await audited(clara)).toEqual(['account.confirmation-failed', 'account.confirmed'])
  await t.advance(5 * minute)
  expect(await until(clara)).toBeNull()
})

test('it counts for the session it was given in, not for another one of the same person, and ends with it', async () => {
  const desk = await registered()
  const phone = personOf(await t.injectAs(null, login, { body: { email: desk.email, password } }))
  await confirm(desk, { way: 'password', password })
  expect(await until(desk)).not.toBeNull()
  expect(await until(phone)).toBeNull()
  await t.injectAs(desk, logout)
  const left = t.deps.db.selectFrom('confirmations').select('way').where('person_id', '=', desk.id)
  expect(await left.execute()).toEqual([])
})

test('the hash that is kept opens nothing: neither as a cookie nor moved to another session', async () => {
  const desk = await registered()
  const thief = personOf(await t.injectAs(null, login, { body: { email: desk.email, password } }))
  await confirm(desk, { way: 'password', password })
  const kept = await t.deps.db
    .selectFrom('confirmations')
    .selectAll()
    .where('person_id', '=', desk.id)
    .executeTakeFirstOrThrow()
  const cookie = `veranda.session=${kept.cookie_hash}.signature`
  expect((await t.injectAs({ ...desk, cookie }, readConfirmation)).status).toBe(401)
  const { items } = (await t.injectAs(thief, listDevices)).reply
  const own = items.find(({ current }) => current)
  await t.deps.db
    .insertInto('confirmations')
    .values({
      ...kept,
      session_id: own?.id ?? '',
      confirmed_at: new Date(kept.confirmed_at),
      expires_at: new Date(kept.expires_at),
    })
    .execute()
  expect(await until(thief)).toBeNull()
})

test('somebody of the demo world confirms by one press where demo entry is on, and nowhere else', async () => {
  const demo = await t.person('Maya Demo', { demo: true })
  expect((await t.injectAs(demo, readConfirmation)).reply.ways).toEqual(['demo'])
  expect((await confirm(demo, { way: 'demo' })).status).toBe(200)
  const clara = await registered()
  expect((await confirm(clara, { way: 'demo' })).problem).toMatchObject({
    status: 403,
    code: 'confirmation.not-this-way',
  })
})

const production = {
  VERANDA_MODE: 'production',
  VERANDA_SECRET: 'a secret of at least thirty-two characters',
  PUBLIC_URL: 'https://veranda.example',
}
test.each([
  ['without demo entry', { DEMO_ENTRY: '0' }],
  ['in production', production],
])('nobody confirms by one press %s', async (_, env) => {
  const app = await testApp({ env })
  const demo = await app.person('Maya Demo', { demo: true })
  expect((await app.injectAs(demo, readConfirmation)).reply.ways).toEqual([])
  expect((await confirm(demo, { way: 'demo' }, app)).problem.code).toBe('confirmation.not-this-way')
  await app.close()
})

test('an account has ten tries in ten minutes', async () => {
  const app = await testApp({ env: { RATE_LIMITS: '1' } })
  const clara = await registered(app)
  const answers: number[] = []
  for (let tries = 0; tries < 11; tries += 1) {
    answers.push((await confirm(clara, { way: 'password', password: 'guessed by a thief' }, app)).status)
  }
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  await app.close()
})
