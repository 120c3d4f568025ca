import { agreeToTerms } from '@veranda/contract/accounts/terms/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const agree = (user: TestUser | null, version: number) => app.injectAs(user, agreeToTerms, { body: { version } })
const termsOf = async (user: TestUser) =>
  app.deps.db.selectFrom('users').select(['terms_version', 'terms_at']).where('id', '=', user.id).executeTakeFirst()
const auditOf = (user: TestUser) =>
  app.deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'data'])
    .where('user_id', '=', user.id)
    .where('action', '=', 'account.terms-accepted')
    .execute()

test('an account says which older version its user agreed to, until they agree to the one in force', async () => {
  const user = await app.createUser('Clara Hall', { terms: 1 })
  const other = await app.createUser('Ona Other', { terms: 1 })
  expect((await app.injectAs(user, readAccount)).reply.outdatedTerms).toBe(1)
  const before = await termsOf(user)
  expect((await agree(user, currentTermsVersion)).reply.outdatedTerms).toBeNull()
  expect((await app.injectAs(user, readAccount)).reply.outdatedTerms).toBeNull()
  const after = await termsOf(user)
  expect(after?.terms_version).toBe(currentTermsVersion)
  expect(Number(after?.terms_at)).toBeGreaterThan(Number(before?.terms_at))
  // Another tab agrees too.
  expect((await agree(user, currentTermsVersion)).status).toBe(200)
  expect(await termsOf(user)).toEqual(after)
  expect(await auditOf(user)).toEqual([{ actor_id: user.id, data: { version: currentTermsVersion } }])
  expect((await app.injectAs(other, readAccount)).reply.outdatedTerms).toBe(1)
})

test('only the version in force can be agreed to, and only by a user for themselves', async () => {
  const user = await app.createUser('Clara Hall', { terms: 1 })
  for (const version of [currentTermsVersion - 1, currentTermsVersion + 1]) {
    const refused = { status: 409, code: 'account.terms-outdated', field: 'version' }
    expect((await agree(user, version)).problem).toMatchObject(refused)
  }
  expect((await agree(null, currentTermsVersion)).status).toBe(401)
  expect((await termsOf(user))?.terms_version).toBe(1)
  expect(await auditOf(user)).toEqual([])
})

test('a user who agreed to the version in force is not asked', async () => {
  expect((await app.injectAs(await app.createUser(), readAccount)).reply.outdatedTerms).toBeNull()
})
