import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { signInAsDemoUser } from '@veranda/contract/sandbox/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a demo user takes the language of the page that signs in, and keeps theirs where no page says one', async () => {
  const maya = await app.createUser('Maya Demo', { demo: true })
  const languageAfter = async (body: { language?: 'ar' | 'en' }) => {
    const { status } = await app.injectAs(null, signInAsDemoUser, { body: { userId: maya.id, ...body } })
    const { language } = (await app.injectAs(maya, readAccount)).reply
    return [status, language]
  }
  expect(await languageAfter({ language: 'ar' })).toEqual([200, 'ar'])
  expect(await languageAfter({})).toEqual([200, 'ar'])
  expect(await languageAfter({ language: 'en' })).toEqual([200, 'en'])
})

test('nobody enters the account of a user who is no demo user, nor changes its language', async () => {
  const nora = await app.createUser('Nora Weiss')
  const { status } = await app.injectAs(null, signInAsDemoUser, { body: { userId: nora.id, language: 'ar' } })
  expect(status).toBe(404)
  expect((await app.injectAs(nora, readAccount)).reply.language).toBe('en')
})
