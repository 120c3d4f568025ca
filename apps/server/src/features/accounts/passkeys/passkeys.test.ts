import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@veranda/contract/accounts/passkeys/routes.ts'
import { type Assertion } from '@veranda/contract/accounts/passkeys/schemas.ts'
import {
  finishSignIn,
  readSecondFactor,
  startPasskeyFactor,
  startTotp,
  turnOffTotp,
  turnOnTotp,
} from '@veranda/contract/accounts/second-factor/routes.ts'
import { listIdentities, unlinkIdentity } from '@veranda/contract/accounts/social/routes.ts'
import { reauthenticate, readStepUp, startPasskeyStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { maxPasskeys } from '@veranda/core/accounts/second-factor/second-factor.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser, userOf } from '../../../testing/test-app.ts'
import { decodeBase32, totpCodeAt } from '../second-factor/testing/rfc6238.ts'
import { openTestSession } from '../testing/open-test-session.ts'
import { relyingPartyOf } from './relying-party.ts'
import { SoftwareAuthenticator } from './testing/software-authenticator.ts'

const password = 'a long walk by the sea'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

type Made = { user: TestUser; key: SoftwareAuthenticator }

/** Adds a passkey for a user, as they do in the settings after confirming that it is them. */
async function addKey(user: TestUser, verified = true): Promise<SoftwareAuthenticator> {
  await t.stepUp(user)
  const { challenge } = (await t.injectAs(user, startPasskey)).reply
  const key = new SoftwareAuthenticator()
  const headers = { 'user-agent': chrome }
  const added = await t.injectAs(user, addPasskey, { body: key.create(challenge, { verified }), headers })
  expect(added.reply.name).toBe('Chrome on Windows')
  return key
}

async function userWithPasskey(verified = true): Promise<Made> {
  const user = await t.createUser('Clara Hall')
  return { user, key: await addKey(user, verified) }
}

async function turnOnCodes(user: TestUser): Promise<string> {
  await t.stepUp(user)
  const { secret } = (await t.injectAs(user, startTotp)).reply
  const body = { code: codeOf(secret, -1), endOtherDevices: false }
  expect((await t.injectAs(user, turnOnTotp, { body })).status).toBe(200)
  return secret
}
const codeOf = (secret: string, steps = 0) => totpCodeAt(decodeBase32(secret), Date.now() + steps * 30_000)

const cookieOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
  String(headers['set-cookie']).split(';', 1)[0] ?? ''

async function startSignIn() {
  const started = await t.injectAs(null, startPasskeySignIn)
  return { cookie: cookieOf(started), ...started.reply }
}
const signIn = (cookie: string, body: Assertion, headers: Record<string, string> = {}) =>
  t.injectAs(null, signInWithPasskey, { headers: { cookie, ...headers }, body })
const refused = { status: 403, code: 'passkey.not-accepted' }
const expired = { status: 410, code: 'passkey.expired' }

test('a passkey that checks its user signs in with one press, also where codes are on', async () => {
  const { user, key } = await userWithPasskey()
  await turnOnCodes(user)
  const { cookie, challenge, ...options } = await startSignIn()
  // The reply says nothing about any account.
  expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'preferred' })
  const signedIn = userOf(await signIn(cookie, key.get(challenge)))
  expect((await t.injectAs(signedIn, readAccount)).reply.name).toBe('Clara Hall')
  const { items } = (await t.injectAs(signedIn, listPasskeys)).reply
  expect(items).toMatchObject([{ name: 'Chrome on Windows', backedUp: false }])
  expect(items[0]?.lastUsedAt).not.toBeNull()
})

test('one that does not is a first factor for those who have a second, and refused for the others', async () => {
  const { user, key } = await userWithPasskey(false)
  const first = await startSignIn()
  expect((await signIn(first.cookie, key.get(first.challenge, { verified: false }))).problem).toMatchObject({
    status: 403,
    code: 'passkey.not-verified',
  })
  const secret = await turnOnCodes(user)
  const { cookie, challenge } = await startSignIn()
  const answer = await signIn(cookie, key.get(challenge, { verified: false }))
  // The same passkey is no second factor.
  expect(answer.reply).toEqual({ secondFactor: { methods: ['totp', 'recovery-code'] } })
  const headers = { cookie: cookieOf(answer) }
  expect((await t.injectAs(null, startPasskeyFactor, { headers })).problem.code).toBe('sign-in.challenge-ended')
  const body = { method: 'totp', code: codeOf(secret) } as const
  expect((await t.injectAs(null, finishSignIn, { headers, body })).status).toBe(200)
})

test('a challenge is answered once, within five minutes, by the browser that asked and for what it asked', async () => {
  const { user, key } = await userWithPasskey()
  const { cookie, challenge } = await startSignIn()
  const other = await startSignIn()
  expect((await signIn('', key.get(challenge))).problem).toMatchObject(expired)
  expect((await signIn(other.cookie, key.get(challenge))).problem).toMatchObject(expired)
  expect((await signIn(cookie, key.get('made-up-by-someone'))).problem).toMatchObject(expired)
  const stepUp = (await t.injectAs(user, startPasskeyStepUp)).reply
  expect((await signIn(user.cookie, key.get(stepUp.challenge))).problem).toMatchObject(expired)
  const answer = key.get(challenge)
  const presses = await Promise.all(Array.from({ length: 20 }, () => signIn(cookie, answer)))
  expect(presses.filter(({ status }) => status === 200)).toHaveLength(1)
  const late = await startSignIn()
  t.clock.setShift(t.clock.shift() + 5 * minute)
  expect((await signIn(late.cookie, key.get(late.challenge))).problem).toMatchObject(expired)
  // Of several tabs each can be used.
  const [one, two] = [await startSignIn(), await startSignIn()]
  const tab = await t.injectAs(null, startPasskeySignIn, { headers: { cookie: one.cookie } })
  expect(cookieOf(tab)).toBe(one.cookie)
  expect(two.cookie).not.toBe(one.cookie)
  expect((await signIn(one.cookie, key.get(one.challenge))).status).toBe(200)
})

test('what another site, another key or nobody signed is refused', async () => {
  const { key } = await userWithPasskey()
  const changed = (assertion: Assertion): Assertion => ({
    ...assertion,
    signature: Buffer.from(assertion.signature, 'base64url').fill(1, 60).toString('base64url'),
  })
  const forgeries: ((challenge: string) => Assertion)[] = [
    (challenge) => key.get(challenge, { origin: 'https://evil.example' }),
    (challenge) => key.get(challenge, { rpId: 'evil.example' }),
    (challenge) => changed(key.get(challenge)),
    (challenge) => ({ ...new SoftwareAuthenticator().get(challenge), id: key.id }),
    (challenge) => new SoftwareAuthenticator().get(challenge),
  ]
  for (const forge of forgeries) {
    const { cookie, challenge } = await startSignIn()
    expect((await signIn(cookie, forge(challenge))).problem).toMatchObject(refused)
  }
  const { cookie, challenge } = await startSignIn()
  const closing = await userWithPasskey()
  await t.deps.db.updateTable('users').set({ closed_at: new Date() }).where('id', '=', closing.user.id).execute()
  expect((await signIn(cookie, closing.key.get(challenge))).problem).toMatchObject(refused)
})

test('a counter that goes back is refused and recorded: there is a copy of the key', async () => {
  const { user, key } = await userWithPasskey()
  key.counter = 7
  const first = await startSignIn()
  expect((await signIn(first.cookie, key.get(first.challenge))).status).toBe(200)
  key.counter = 3
  const { cookie, challenge } = await startSignIn()
  expect((await signIn(cookie, key.get(challenge))).problem).toMatchObject(refused)
  await t.deps.failureLog.flush()
  const failures = await t.deps.db.selectFrom('audit_log').select('data').where('user_id', '=', user.id).execute()
  expect(failures.map(({ data }) => data)).toContainEqual({ reason: 'passkey-counter-back', count: 1 })
})

test('a passkey of the same user is the second step after a password, and that of another user is not', async () => {
  const user = await t.createUser('Clara Hall', { email: 'both@veranda.test', password })
  const [key, other] = [await addKey(user, false), (await userWithPasskey()).key]
  await turnOnCodes(user)
  const begin = async () => {
    const answer = await t.injectAs(null, login, { body: { email: user.email, password } })
    expect(answer.reply).toEqual({ secondFactor: { methods: ['totp', 'passkey', 'recovery-code'] } })
    const headers = { cookie: cookieOf(answer) }
    const options = (await t.injectAs(null, startPasskeyFactor, { headers })).reply
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([key.id])
    return { headers, challenge: options.challenge }
  }
  const { headers, challenge } = await begin()
  const finish = (assertion: Assertion) =>
    t.injectAs(null, finishSignIn, { headers, body: { method: 'passkey', assertion } })
  expect((await finish(other.get(challenge))).problem).toMatchObject(refused)
  expect((await t.injectAs(null, startPasskeyFactor, { headers })).status).toBe(200)
  const secondAttempt = (await t.injectAs(null, startPasskeyFactor, { headers })).reply
  // A touch is enough here: the password was the other factor.
  expect((await finish(key.get(secondAttempt.challenge, { verified: false }))).status).toBe(200)
})

test('a step is confirmed by a passkey that checks its user, in the session that asked', async () => {
  const { user, key } = await userWithPasskey()
  await t.deps.db.deleteFrom('step_ups').where('user_id', '=', user.id).execute()
  const confirm = async (verified: boolean) => {
    const { challenge, userVerification } = (await t.injectAs(user, startPasskeyStepUp)).reply
    expect(userVerification).toBe('required')
    const body = { method: 'passkey', assertion: key.get(challenge, { verified }) } as const
    return t.injectAs(user, reauthenticate, { body })
  }
  expect((await confirm(false)).problem.code).toBe('passkey.not-verified')
  expect((await t.injectAs(user, readStepUp)).reply).toEqual({ until: null, methods: ['passkey', 'mail-code'] })
  expect((await confirm(true)).status).toBe(200)
  // A challenge to add a passkey is none to confirm with one.
  const adding = (await t.injectAs(user, startPasskey)).reply
  const body = { method: 'passkey', assertion: key.get(adding.challenge) } as const
  expect((await t.injectAs(user, reauthenticate, { body })).problem).toMatchObject(expired)
})

test('a step is not confirmed by a passkey of another user, nor for a challenge of another session', async () => {
  const [{ user, key }, other] = [await userWithPasskey(), await userWithPasskey()]
  const elsewhere = { ...user, ...(await openTestSession(t.deps, user.id)) }
  await t.deps.db.deleteFrom('step_ups').where('user_id', '=', user.id).execute()
  const sign = async (by: typeof key, asker = user) => {
    const { challenge } = (await t.injectAs(asker, startPasskeyStepUp)).reply
    return { method: 'passkey', assertion: by.get(challenge) } as const
  }
  const foreign = await t.injectAs(user, reauthenticate, { body: await sign(other.key) })
  expect(foreign.problem.code).toBe('passkey.not-accepted')
  const body = await sign(key)
  expect((await t.injectAs(elsewhere, reauthenticate, { body })).problem).toMatchObject(expired)
  for (const who of [user, elsewhere]) expect((await t.injectAs(who, readStepUp)).reply.until).toBeNull()
  expect((await t.injectAs(elsewhere, reauthenticate, { body: await sign(key, elsewhere) })).status).toBe(200)
})

test('adding and removing need a step-up, names can be changed, and strangers see nothing', async () => {
  const { user } = await userWithPasskey()
  const stranger = await t.createUser('Stella')
  expect((await t.injectAs(stranger, startPasskey)).problem.code).toBe('step-up.required')
  const list = async () => (await t.injectAs(user, listPasskeys)).reply.items
  const [passkey] = await list()
  const params = { id: passkey?.id ?? '' }
  const renamed = await t.injectAs(user, renamePasskey, { params, body: { name: ' Desk ' } })
  // Without a password it is the only way to sign in.
  expect(renamed.reply).toMatchObject({ name: 'Desk', actions: ['rename'] })
  await t.stepUp(stranger)
  expect((await t.injectAs(stranger, removePasskey, { params })).status).toBe(404)
  expect((await t.injectAs(stranger, renamePasskey, { params, body: { name: 'Mine' } })).status).toBe(404)
  expect((await list()).map(({ actions }) => actions)).toEqual([['rename']])
  expect((await t.injectAs(user, removePasskey, { params })).problem.code).toBe('passkey.last-sign-in-method')
  await addKey(user)
  expect((await list()).map(({ actions }) => actions)).toEqual([
    ['rename', 'remove'],
    ['rename', 'remove'],
  ])
  const { challenge } = (await t.injectAs(user, startPasskey)).reply
  await t.deps.db.deleteFrom('step_ups').where('user_id', '=', user.id).execute()
  const another = new SoftwareAuthenticator().create(challenge)
  expect((await t.injectAs(user, addPasskey, { body: another })).problem.code).toBe('step-up.required')
  expect((await t.injectAs(user, removePasskey, { params })).problem.code).toBe('step-up.required')
  await t.stepUp(user)
  expect((await t.injectAs(user, removePasskey, { params })).status).toBe(200)
  expect(await list()).toHaveLength(1)
  const audit = await t.deps.db.selectFrom('audit_log').select('action').where('user_id', '=', user.id).execute()
  expect(audit.map(({ action }) => action).filter((action) => action.includes('passkey'))).toEqual(
    expect.arrayContaining(['account.passkey-added', 'account.passkey-removed']),
  )
})

test('a passkey that is only touched is a sign-in method while codes are on, and none without them', async () => {
  const { user, key } = await userWithPasskey(false)
  const at = new Date(t.clock.now())
  const google = { user_id: user.id, provider_id: 'google', account_id: `google ${user.id}` }
  await t.deps.db
    .insertInto('credentials')
    .values({ id: t.deps.ids.next(), ...google, created_at: at, updated_at: at })
    .execute()
  const unlink = () => t.injectAs(user, unlinkIdentity, { params: { provider: 'google' } })
  const actions = async () =>
    (await t.injectAs(user, listIdentities)).reply.items.find(({ provider }) => provider === 'google')?.actions
  expect([await actions(), (await unlink()).problem.code]).toEqual([[], 'account.last-sign-in-method'])

  const secret = await turnOnCodes(user)
  expect([await actions(), (await unlink()).status]).toEqual([['unlink'], 200])
  const { cookie, challenge } = await startSignIn()
  const headers = { cookie: cookieOf(await signIn(cookie, key.get(challenge, { verified: false }))) }
  const body = { method: 'totp', code: codeOf(secret) } as const
  expect((await t.injectAs(null, finishSignIn, { headers, body })).status).toBe(200)
  // The codes are a part of the only sign-in method now, as is the passkey.
  await t.stepUp(user)
  await t.deps.db.updateTable('step_ups').set({ method: 'totp' }).where('user_id', '=', user.id).execute()
  const codeActions = async () => (await t.injectAs(user, readSecondFactor)).reply.actions
  expect(await codeActions()).toEqual(['replace-recovery-codes'])
  expect((await t.injectAs(user, turnOffTotp)).problem).toMatchObject({
    status: 409,
    code: 'second-factor.last-sign-in-method',
  })
  const [passkey] = (await t.injectAs(user, listPasskeys)).reply.items
  const params = { id: passkey?.id ?? '' }
  expect((await t.injectAs(user, removePasskey, { params })).problem.code).toBe('passkey.last-sign-in-method')
  await t.deps.db.updateTable('passkeys').set({ verifies_user: true }).where('user_id', '=', user.id).execute()
  expect(await codeActions()).toEqual(['replace-recovery-codes', 'turn-off'])
  expect((await t.injectAs(user, turnOffTotp)).status).toBe(200)
  // With a second one that is only touched, the first has to stay.
  await t.deps.db
    .insertInto('passkeys')
    .values({
      id: t.deps.ids.next(),
      user_id: user.id,
      credential_id: `touch ${user.id}`,
      public_key: 'k',
      counter: 0,
      transports: [],
      backed_up: false,
      verifies_user: false,
      name: 'Touch',
      last_used_at: null,
      created_at: at,
    })
    .execute()
  expect((await t.injectAs(user, removePasskey, { params })).problem.code).toBe('passkey.last-sign-in-method')
})

/** Gives a user copies of the passkey that they have. */
async function copyPasskey(user: TestUser, count: number): Promise<void> {
  const row = await t.deps.db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  await t.deps.db
    .insertInto('passkeys')
    .values(
      Array.from({ length: count }, () => ({
        ...row,
        id: t.deps.ids.next(),
        credential_id: randomUUID(),
        created_at: new Date(row.created_at),
        last_used_at: null,
      })),
    )
    .execute()
}
const passkeysFull = { status: 409, code: 'passkey.too-many', detail: expect.stringContaining(String(maxPasskeys)) }

test('an account that has as many passkeys as it can have is offered no other, and refused one', async () => {
  const { user } = await userWithPasskey()
  const add = async () => (await t.injectAs(user, listPasskeys)).reply.actions
  await copyPasskey(user, maxPasskeys - 2)
  expect(await add()).toEqual(['add'])
  const { challenge } = (await t.injectAs(user, startPasskey)).reply
  await copyPasskey(user, 1)
  expect(await add()).toEqual([])
  expect((await t.injectAs(user, startPasskey)).problem).toMatchObject(passkeysFull)
  const body = new SoftwareAuthenticator().create(challenge)
  expect((await t.injectAs(user, addPasskey, { body })).problem).toMatchObject(passkeysFull)
  const [one] = (await t.injectAs(user, listPasskeys)).reply.items
  await t.injectAs(user, removePasskey, { params: { id: one?.id ?? '' } })
  expect(await add()).toEqual(['add'])
})

test('of eight passkeys that are added at once where one is missing to the maximum, exactly one is added', async () => {
  const { user } = await userWithPasskey()
  await copyPasskey(user, maxPasskeys - 2)
  const challenges = await Promise.all(
    Array.from({ length: 8 }, async () => (await t.injectAs(user, startPasskey)).reply.challenge),
  )
  const bodies = challenges.map((challenge) => new SoftwareAuthenticator().create(challenge))
  const replies = await Promise.all(bodies.map((body) => t.injectAs(user, addPasskey, { body })))
  const refusals = replies.filter(({ status }) => status !== 201)
  expect(refusals).toHaveLength(7)
  for (const { problem } of refusals) expect(problem).toMatchObject(passkeysFull)
  expect((await t.injectAs(user, listPasskeys)).reply.items).toHaveLength(maxPasskeys)
})

test('on an address without a name there are no passkeys', async () => {
  const { user, key } = await userWithPasskey()
  const headers = { host: '127.0.0.1:4000' }
  const notHere = { status: 403, code: 'passkey.not-here' }
  expect((await t.injectAs(null, startPasskeySignIn, { headers })).problem).toMatchObject(notHere)
  expect((await t.injectAs(user, startPasskey, { headers })).problem).toMatchObject(notHere)
  const { cookie, challenge } = await startSignIn()
  expect((await signIn(cookie, key.get(challenge), headers)).problem).toMatchObject(notHere)
})

test.each([
  ['https://veranda.example', {}, { id: 'veranda.example', origin: 'https://veranda.example' }],
  [
    'https://veranda.example',
    { origin: 'https://evil.example' },
    { id: 'veranda.example', origin: 'https://veranda.example' },
  ],
  ['http://veranda.example', {}, undefined],
  ['https://192.0.2.1', {}, undefined],
  ['https://[2001:db8::1]', {}, undefined],
  ['http://localhost:4000', {}, { id: 'localhost', origin: 'http://localhost:4000' }],
  [undefined, { host: 'localhost:4000' }, { id: 'localhost', origin: 'http://localhost:4000' }],
  [
    undefined,
    { host: '127.0.0.1:4000', origin: 'http://localhost:5173' },
    { id: 'localhost', origin: 'http://localhost:5173' },
  ],
  [undefined, { host: '127.0.0.1:4000' }, undefined],
  [undefined, { host: 'evil.example' }, undefined],
  [undefined, { host: '[::1]:4000' }, undefined],
  [undefined, {}, undefined],
])('with the public address %s and %o, passkeys are for %o', (publicUrl, headers, expected) => {
  expect(relyingPartyOf({ env: { ...t.deps.env, publicUrl } }, { headers })).toEqual(expected)
})
