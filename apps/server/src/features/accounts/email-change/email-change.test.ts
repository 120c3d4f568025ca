import {
  confirmEmailChange,
  requestEmailChange,
  undoEmailChange,
} from '@veranda/contract/accounts/email-change/routes.ts'
import { requestPasswordReset, resetPassword } from '@veranda/contract/accounts/password-reset/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { maxLinksPerWindow } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { day, hour } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { type MailServer, startMailServer, tokenIn } from '../../../testing/mail-server.ts'

const password = 'a long walk by the sea'
const used = { status: 404, code: 'account.link-not-usable' }

let mailServer: MailServer
let app: TestApp
beforeAll(async () => {
  mailServer = await startMailServer()
  app = await testApp({ env: mailServer.env })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})
beforeEach(() => {
  mailServer.refusing = false
})

let count = 0
const newAddress = () => `moved-${(count += 1)}@veranda.test`

async function newUser(): Promise<TestUser> {
  const user = await app.createUser('Clara Hall', { password })
  await app.stepUp(user)
  return user
}

const ask = (user: TestUser, email: string) => app.injectAs(user, requestEmailChange, { body: { email } })

/** Asks for a link to an address and returns its token; empty when none was sent. */
async function requestLink(user: TestUser, email: string): Promise<string> {
  const before = mailServer.mailsTo(email).length
  const reply = await ask(user, email)
  expect([reply.status, reply.reply]).toEqual([200, { done: true }])
  await app.runUntilIdle()
  return tokenIn(mailServer.mailsTo(email)[before], 'verify-email')
}

const confirm = (user: TestUser | null, token: string) => app.injectAs(user, confirmEmailChange, { body: { token } })
const undo = (token: string) => app.injectAs(null, undoEmailChange, { body: { token } })
const undoTokenTo = (email: string) =>
  mailServer
    .mailsTo(email)
    .map((mail) => tokenIn(mail, 'undo-email'))
    .find(Boolean) ?? ''
const emailOf = async ({ id }: TestUser) =>
  (await app.deps.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
const signIn = async (email: string, entered: string) =>
  (await app.injectAs(null, login, { body: { email, password: entered } })).status
const isSignedIn = async (user: TestUser) => (await app.injectAs(user, readAccount)).status === 200

/** Changes an address by a link, and returns the token that undoes it. */
async function moveTo(user: TestUser, email: string): Promise<string> {
  const former = (await emailOf(user)) ?? ''
  expect((await confirm(user, await requestLink(user, email))).status).toBe(200)
  await app.runUntilIdle()
  return undoTokenTo(former)
}

test('by real mail: the new address is proved by one press, the old one is notified, sessions stay and other links end', async () => {
  const user = await newUser()
  const email = newAddress()
  await app.injectAs(null, requestPasswordReset, { body: { email: user.email } })
  await app.runUntilIdle()
  const resetToken = tokenIn(mailServer.mailsTo(user.email)[0], 'reset-password')
  const earlier = await requestLink(user, newAddress())
  const token = await requestLink(user, email.toUpperCase().replace('VERANDA.TEST', 'veranda.test').toLowerCase())
  const [mail] = mailServer.mailsTo(email)
  expect([mail?.subject, mail?.text.includes('within 2 hours')]).toEqual(['Confirm your new email address', true])
  // A scanner opens the link and uses nothing up.
  await app.app.http.inject({ url: `/verify-email?token=${token}` })
  expect((await app.app.http.inject({ url: `/api${confirmEmailChange.path}?token=${token}` })).statusCode).toBe(405)
  expect(await emailOf(user)).toBe(user.email)
  expect((await confirm(user, earlier)).problem).toMatchObject(used)

  expect((await confirm(user, token)).reply).toEqual({ done: true })
  expect((await app.injectAs(user, readAccount)).reply.email).toBe(email)
  expect([await signIn(user.email, password), await signIn(email, password)]).toEqual([401, 200])
  expect((await confirm(user, token)).problem).toMatchObject(used)
  const body = { token: resetToken, password: 'green heron lantern' }
  expect((await app.injectAs(null, resetPassword, { body })).problem).toMatchObject(used)
  await app.runUntilIdle()
  const announced = mailServer.mailsTo(user.email).at(-1)
  expect(announced?.subject).toBe('Your email address was changed')
  expect(announced?.text).toContain('within 7 days')
  // A reader of the old mailbox does not learn the new address.
  expect(announced?.text).not.toContain(email)
  expect(mailServer.mailsTo(email).map(({ subject }) => subject)).toContain('Your email address was changed')
  const audit = await app.deps.db
    .selectFrom('audit_log')
    .select(['action', 'data'])
    .where('user_id', '=', user.id)
    .where('action', 'like', 'account.email-%')
    .orderBy('at')
    .execute()
  expect(audit).toEqual([
    { action: 'account.email-change-requested', data: {} },
    { action: 'account.email-change-requested', data: {} },
    { action: 'account.email-changed', data: { first: false } },
  ])
})

test('a free and a taken address get the same reply, and the owner of the taken one is notified that someone tried', async () => {
  const [user, owner, closed] = [await newUser(), await newUser(), await newUser()]
  await app.deps.db.updateTable('users').set({ closed_at: new Date() }).where('id', '=', closed.id).execute()
  const free = newAddress()
  const replies = []
  for (const email of [free, owner.email, closed.email]) {
    const { status, headers, reply } = await ask(user, email)
    replies.push({ status, length: headers['content-length'], reply })
  }
  expect(new Set(replies.map((one) => JSON.stringify(one))).size).toBe(1)
  await app.runUntilIdle()
  const subjects = [free, owner.email, closed.email].map((email) =>
    mailServer.mailsTo(email).map((mail) => mail.subject),
  )
  expect(subjects).toEqual([['Confirm your new email address'], ['Someone tried to use your email address'], []])
  expect((await ask(user, user.email)).problem).toMatchObject({ code: 'account.email-unchanged', field: 'email' })
})

test('an address is changed only after a step-up, and a first one without, as there is none to take away', async () => {
  const user = await app.createUser('Clara Hall', { password })
  expect((await ask(user, newAddress())).problem).toMatchObject({ status: 403, code: 'step-up.required' })
  const withoutAddress = await app.createUser('Theo Tok', { email: null })
  const email = newAddress()
  expect((await confirm(withoutAddress, await requestLink(withoutAddress, email))).status).toBe(200)
  await app.runUntilIdle()
  expect(await emailOf(withoutAddress)).toBe(email)
  expect(
    mailServer
      .mailsTo(email)
      .map(({ text }) => text)
      .join(),
  ).not.toContain('/undo-email#')
  // From now on there is.
  expect((await ask(withoutAddress, newAddress())).problem).toMatchObject({ code: 'step-up.required' })
})

test('a press by anyone but the user who asked proves nothing, and leaves the link as it is', async () => {
  const asker = await app.createUser('Axel Attacker', { email: null })
  const owner = await newUser()
  const email = newAddress()
  const token = await requestLink(asker, email)
  const mail = mailServer.mailsTo(email)[0]?.text
  expect(mail).toContain('signed in to the account that asked for it')
  for (const presser of [null, owner]) {
    expect((await confirm(presser, token)).problem).toMatchObject({ status: 403, code: 'account.link-of-other-user' })
    expect([await emailOf(asker), await emailOf(owner)]).toEqual([null, owner.email])
  }
  // A made-up link says no more to anyone.
  expect((await confirm(owner, 'x'.repeat(43))).problem).toMatchObject(used)
  expect((await confirm(asker, token)).status).toBe(200)
  expect(await emailOf(asker)).toBe(email)
})

test('the old address undoes the change within seven days: everything ends, and a new password is asked for', async () => {
  const user = await newUser()
  const email = newAddress()
  const token = await moveTo(user, email)
  const pending = await requestLink(user, newAddress())
  await app.advance(7 * day - hour)
  await app.app.http.inject({ url: `/undo-email?token=${token}` })
  expect(await emailOf(user)).toBe(email)
  expect((await undo(token)).reply).toEqual({ done: true, payoutsStopped: false })
  expect([await emailOf(user), await isSignedIn(user)]).toEqual([user.email, false])
  // The password was known to the user who changed it.
  expect([await signIn(user.email, password), await signIn(email, password)]).toEqual([401, 401])
  expect((await confirm(user, pending)).problem).toMatchObject(used)
  expect((await undo(token)).problem).toMatchObject(used)
  await app.runUntilIdle()
  const resetToken = tokenIn(
    mailServer.mailsTo(user.email).findLast(({ text }) => text.includes('/reset-password#')),
    'reset-password',
  )
  const next = 'green heron lantern'
  expect((await app.injectAs(null, resetPassword, { body: { token: resetToken, password: next } })).status).toBe(200)
  expect(await signIn(user.email, next)).toBe(200)
  expect(mailServer.mailsTo(user.email).map(({ subject }) => subject)).toContain('Your former email address is back')
})

test('after seven days the change stays, and the link says no more than one that never was', async () => {
  const user = await newUser()
  const email = newAddress()
  const token = await moveTo(user, email)
  app.clock.setShift(app.clock.shift() + 7 * day)
  expect((await undo(token)).problem).toMatchObject(used)
  await app.runUntilIdle()
  expect(await app.deps.db.selectFrom('one_time_links').select('id').where('email', '=', user.email).execute()).toEqual(
    [],
  )
  expect(await emailOf(user)).toBe(email)
  expect((await undo('x'.repeat(43))).problem).toMatchObject(used)
})

test('a thief who changes the address twice cannot take the undo from its first owner, who has the last word', async () => {
  const user = await newUser()
  const [second, third] = [newAddress(), newAddress()]
  const undoOfOwner = await moveTo(user, second)
  const undoOfThief = await moveTo(user, third)
  // The thief goes back to the address of theirs, which ends no undo of an earlier change.
  expect((await undo(undoOfThief)).status).toBe(200)
  expect(await emailOf(user)).toBe(second)
  expect((await undo(undoOfOwner)).status).toBe(200)
  expect(await emailOf(user)).toBe(user.email)
})

test('the first owner’s undo ends the undo links of all later changes, also of one that is not mailed yet', async () => {
  const user = await newUser()
  const [second, third] = [newAddress(), newAddress()]
  const undoOfOwner = await moveTo(user, second)
  const undoOfThief = await moveTo(user, third)
  const fourth = newAddress()
  expect((await confirm(user, await requestLink(user, fourth))).status).toBe(200)
  expect((await undo(undoOfOwner)).status).toBe(200)
  await app.runUntilIdle()
  expect(undoTokenTo(third)).toBe('')
  expect((await undo(undoOfThief)).problem).toMatchObject(used)
  expect(await emailOf(user)).toBe(user.email)
})

test('of twenty presses at the same time one changes the address, and one undoes it', { timeout: 30_000 }, async () => {
  const user = await newUser()
  const email = newAddress()
  const token = await requestLink(user, email)
  const twenty = async (press: () => ReturnType<typeof confirm>) => {
    const replies = await Promise.all(Array.from({ length: 20 }, press))
    for (const { status, problem } of replies.filter((one) => one.status !== 200))
      expect({ status, code: problem.code }).toEqual(used)
    return replies.filter(({ status }) => status === 200).length
  }
  expect(await twenty(() => confirm(user, token))).toBe(1)
  await app.runUntilIdle()
  expect(mailServer.mailsTo(user.email).filter(({ text }) => text.includes('/undo-email#'))).toHaveLength(1)
  expect(await twenty(() => undo(undoTokenTo(user.email)))).toBe(1)
  expect(await emailOf(user)).toBe(user.email)
})

test('requests of others for an address never stop the link of the user whose address it is', async () => {
  const email = newAddress()
  const others = [await newUser(), await newUser(), await newUser(), await newUser()]
  for (const other of others) {
    for (let n = 0; n < maxLinksPerWindow; n += 1) expect(await requestLink(other, email)).not.toBe('')
    expect(await requestLink(other, email)).toBe('')
  }
  const owner = await newUser()
  expect((await confirm(owner, await requestLink(owner, email))).status).toBe(200)
  expect(await emailOf(owner)).toBe(email)
})

test('two accounts that prove one address at the same time: one has it, and the other is notified', async () => {
  const email = newAddress()
  const [one, other] = [await newUser(), await newUser()]
  const tokens = [await requestLink(one, email), await requestLink(other, email)]
  const replies = await Promise.all([confirm(one, tokens[0] ?? ''), confirm(other, tokens[1] ?? '')])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(replies.find(({ status }) => status === 409)?.problem.code).toBe('account.email-taken')
  expect([await emailOf(one), await emailOf(other)].filter((address) => address === email)).toHaveLength(1)
})

test('an address that another account has by now is not restored, and the link stays for when it is free', async () => {
  const user = await newUser()
  const token = await moveTo(user, newAddress())
  const other = await newUser()
  await moveTo(other, user.email)
  expect((await undo(token)).problem).toMatchObject({ status: 409, code: 'account.email-taken' })
  expect(await isSignedIn(user)).toBe(true)
})

test('a link ends when it expires; an undo whose mail is refused is mailed by a retry, with a token of its own', async () => {
  const user = await newUser()
  const email = newAddress()
  const late = await requestLink(user, email)
  app.clock.setShift(app.clock.shift() + 2 * hour)
  expect((await confirm(user, late)).problem).toMatchObject(used)
  await app.stepUp(user)
  const token = await requestLink(user, email)
  mailServer.refusing = true
  expect((await confirm(user, token)).status).toBe(200)
  await app.runUntilIdle()
  expect(undoTokenTo(user.email)).toBe('')
  mailServer.refusing = false
  await sql`update pgboss.job set start_after = now()
    where name = 'accounts.email-undo-links' and state = 'retry'`.execute(app.deps.db)
  await app.runUntilIdle()
  expect((await undo(undoTokenTo(user.email))).status).toBe(200)
})
