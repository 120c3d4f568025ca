import {
  confirmEmailChange,
  requestEmailChange,
  undoEmailChange,
} from '@veranda/contract/accounts/email-change/routes.ts'
import { scheduleDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { requestPasswordReset, resetPassword } from '@veranda/contract/accounts/password-reset/routes.ts'
import { changePassword } from '@veranda/contract/accounts/passwords/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { finishSignIn, readSignInChallenge } from '@veranda/contract/accounts/second-factor/routes.ts'
import { type SocialProvider } from '@veranda/core/accounts/social/social-provider.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { day, hour, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Mail } from '../../../gateways/mail/mail-gateway.ts'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { countRecoveryCodes, writeRecoveryCodes } from '../second-factor/recovery-code.repository.ts'
import { insertSignInChallenge } from '../sign-in/sign-in-challenge.repository.ts'

const password = 'a long walk by the sea'

let app: TestApp
let mails: Mail[] = []
beforeAll(async () => {
  app = await testApp({ gateways: { mail: { send: async (mail) => void mails.push(mail) } } })
})
afterAll(() => app.close())
beforeEach(() => {
  mails = []
})

let count = 0
const tokenTo = (email: string, page: string) =>
  mails
    .filter(({ to }) => to === email)
    .map(({ text }) => new RegExp(String.raw`/${page}#([\w-]{43})$`, 'm').exec(text)?.[1] ?? '')
    .findLast(Boolean) ?? ''

/** Changes a user's address, and returns the token of the link that undoes it. */
async function changeAddress(user: TestUser): Promise<string> {
  const email = `elsewhere-${(count += 1)}@veranda.test`
  await app.stepUp(user)
  await app.injectAs(user, requestEmailChange, { body: { email } })
  await app.runUntilIdle()
  const body = { token: tokenTo(email, 'verify-email') }
  expect((await app.injectAs(user, confirmEmailChange, { body })).status).toBe(200)
  await app.runUntilIdle()
  return tokenTo(user.email, 'undo-email')
}

async function undo(token: string): Promise<void> {
  expect((await app.injectAs(null, undoEmailChange, { body: { token } })).status).toBe(200)
  await app.runUntilIdle()
}

async function addProvider({ id: userId }: TestUser, provider: SocialProvider): Promise<void> {
  const at = new Date(app.clock.now())
  const credential = { user_id: userId, provider_id: provider, account_id: `${provider} ${userId}` }
  await app.deps.db
    .insertInto('credentials')
    .values({ id: app.deps.ids.next(), ...credential, created_at: at, updated_at: at })
    .execute()
}

async function addPasskey({ id: userId }: TestUser, name: string): Promise<void> {
  const key = { public_key: 'k', counter: 0, transports: [], backed_up: false, verifies_user: true, last_used_at: null }
  const passkey = { id: app.deps.ids.next(), user_id: userId, credential_id: `${name} ${userId}`, name, ...key }
  await app.deps.db
    .insertInto('passkeys')
    .values({ ...passkey, created_at: new Date(app.clock.now()) })
    .execute()
}

async function addTotp({ id: userId }: TestUser, isConfirmed: boolean): Promise<void> {
  const at = new Date(app.clock.now())
  const factor = { user_id: userId, secret: 'x', created_at: at, confirmed_at: isConfirmed ? at : null }
  await app.deps.db.insertInto('totp_factors').values(factor).execute()
}

/** Makes recovery codes, in place of those that there were. */
const replaceCodes = ({ id }: TestUser) =>
  app.transact((tx) => writeRecoveryCodes(tx, app.deps, { userId: asId<UserId>(id), at: app.clock.now() }))

const left = {
  recoveryCodes: ({ id }: TestUser) => countRecoveryCodes(app.deps.db, asId<UserId>(id)),
  credentials: async ({ id }: TestUser) =>
    (await app.deps.db.selectFrom('credentials').select('provider_id').where('user_id', '=', id).execute())
      .map((row) => row.provider_id)
      .toSorted((a, b) => a.localeCompare(b)),
  passkeys: async ({ id }: TestUser) =>
    (await app.deps.db.selectFrom('passkeys').select('name').where('user_id', '=', id).execute()).map(
      (row) => row.name,
    ),
  totp: async ({ id }: TestUser) =>
    (await app.deps.db.selectFrom('totp_factors').select('user_id').where('user_id', '=', id).execute()).length,
}

test('an undo removes the sign-in methods that a thief has added, and leaves those that the owner has had for longer', async () => {
  const user = await app.createUser('Clara Hall', { password })
  await app.advance(day)
  await addProvider(user, 'google')
  await addPasskey(user, 'owner')
  await app.advance(8 * day)
  await addProvider(user, 'tiktok')
  await addPasskey(user, 'thief')
  await addTotp(user, true)
  await app.advance(hour)
  await undo(await changeAddress(user))
  expect([await left.passkeys(user), await left.credentials(user)]).toEqual([['owner'], ['credential', 'google']])
  expect(await left.totp(user)).toBe(0)
})

test('of an authenticator app the time of its first code counts: one that was only begun before does not stay', async () => {
  const [owner, thief, begun] = [
    await app.createUser('Clara Hall', { password }),
    await app.createUser('Cleo Hall', { password }),
    await app.createUser('Cora Hall', { password }),
  ]
  await addTotp(owner, true)
  await addTotp(thief, false)
  await addTotp(begun, false)
  await app.advance(8 * day)
  const tokens = [await changeAddress(owner), await changeAddress(thief), await changeAddress(begun)]
  await app.deps.db
    .updateTable('totp_factors')
    .set({ confirmed_at: new Date(app.clock.now()) })
    .where('user_id', '=', thief.id)
    .execute()
  for (const token of tokens) await undo(token)
  expect([await left.totp(owner), await left.totp(thief), await left.totp(begun)]).toEqual([1, 0, 0])
})

test('recovery codes that were replaced with the app in place go, and those that the owner has had for longer stay', async () => {
  const [owner, robbed] = [
    await app.createUser('Clara Hall', { password }),
    await app.createUser('Cleo Hall', { password }),
  ]
  for (const user of [owner, robbed]) {
    await addTotp(user, true)
    await replaceCodes(user)
  }
  await app.advance(8 * day)
  await replaceCodes(robbed)
  for (const user of [owner, robbed]) await undo(await changeAddress(user))
  expect([await left.totp(owner), await left.totp(robbed)]).toEqual([1, 1])
  expect([await left.recoveryCodes(owner), await left.recoveryCodes(robbed)]).toEqual([10, 0])
})

test('a user who registered by a provider yesterday can still sign in with it after an undo', async () => {
  const user = await app.createUser('Theo Tok')
  await addProvider(user, 'google')
  await app.advance(day)
  await addProvider(user, 'tiktok')
  await undo(await changeAddress(user))
  expect(await left.credentials(user)).toEqual(['google'])
  // They need no password.
  expect(tokenTo(user.email, 'reset-password')).toBe('')
})

test('a user whose only sign-in method an undo removes gets a link that sets a first password', async () => {
  const user = await app.createUser('Theo Tok')
  await app.advance(30 * day)
  await addProvider(user, 'google')
  await app.advance(day)
  await undo(await changeAddress(user))
  expect(await left.credentials(user)).toEqual([])
  const body = { token: tokenTo(user.email, 'reset-password'), password }
  expect((await app.injectAs(null, resetPassword, { body })).reply).toEqual({ done: true })
  expect((await app.injectAs(null, login, { body: { email: user.email, password } })).status).toBe(200)
})

test('an undo keeps an account that was to be deleted since, and a mail says so', async () => {
  const user = await app.createUser('Clara Hall', { password })
  const token = await changeAddress(user)
  await app.stepUp(user)
  expect((await app.injectAs(user, scheduleDeletion)).status).toBe(200)
  await undo(token)
  expect(mails.filter(({ to }) => to === user.email).map(({ subject }) => subject)).toContain(
    'Your account won’t be deleted',
  )
  await app.advance(15 * day)
  await app.runUntilIdle()
  const row = await app.deps.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ email: user.email, deletion_at: null, closed_at: null })
  const audit = await app.deps.db.selectFrom('audit_log').select('action').where('user_id', '=', user.id).execute()
  expect(audit.map(({ action }) => action)).toContain('account.deletion-cancelled')
})

test('a deletion that the owner has asked for long before goes on', async () => {
  const user = await app.createUser('Clara Hall', { password })
  await app.stepUp(user)
  expect((await app.injectAs(user, scheduleDeletion)).status).toBe(200)
  await app.advance(8 * day)
  await undo(await changeAddress(user))
  const row = await app.deps.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(row.deletion_at).not.toBeNull()
})

test('a sign-in that waits for its second factor ends with an undo, a reset and a new password, and its wrong codes go on counting', async () => {
  for (const how of ['undo', 'reset', 'change'] as const) {
    const user = await app.createUser('Clara Hall', { password })
    await addTotp(user, true)
    await app.advance(8 * day)
    const token = how === 'undo' ? await changeAddress(user) : ''
    const challenge = { userId: user.id, authProvider: 'email', byPasskey: false } as const
    const cookie = `veranda.sign-in=${await app.transact((tx) => insertSignInChallenge(tx, app.deps, challenge))}`
    const headers = { cookie }
    expect((await app.injectAs(null, readSignInChallenge, { headers })).status).toBe(200)
    const wrong = { method: 'recovery-code', code: 'aaaaa-aaaaa' } as const
    expect((await app.injectAs(null, finishSignIn, { headers, body: wrong })).status).toBe(422)
    const next = 'green heron lantern'
    if (how === 'undo') await undo(token)
    else if (how === 'change') {
      const body = { current: password, next }
      expect((await app.injectAs(user, changePassword, { body })).status).toBe(200)
    } else {
      await app.injectAs(null, requestPasswordReset, { body: { email: user.email } })
      await app.runUntilIdle()
      const body = { token: tokenTo(user.email, 'reset-password'), password: next }
      expect((await app.injectAs(null, resetPassword, { body })).status).toBe(200)
    }
    const after = await app.injectAs(null, readSignInChallenge, { headers })
    expect([how, after.problem.code]).toEqual([how, 'sign-in.challenge-ended'])
    await app.advance(minute)
    const kept = await app.deps.db
      .selectFrom('sign_in_challenges')
      .select('wrong_codes')
      .where('user_id', '=', user.id)
      .execute()
    expect(kept).toEqual([{ wrong_codes: 1 }])
  }
})
