import { readPendingIdentity } from '@veranda/contract/accounts/social/routes.ts'
import { Events, type MutableResponse, OAuth2Server } from 'oauth2-mock-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../testing/test-app.ts'
import { placeOf, TestBrowser } from './testing/test-browser.ts'

/** An independent OAuth server, which replies as TikTok and Instagram document it. */
const server = new OAuth2Server()
let app: TestApp
let origin: string
/** The reply of the address that tells about a user, and the requests for it. */
let userReply: { status?: number; headers?: Record<string, string>; body: unknown }
let userRequests: { query: Record<string, unknown>; authorization: string | undefined }[]
let tokenRequests: Record<string, unknown>[]

beforeAll(async () => {
  await server.issuer.keys.generate('RS256')
  server.service.addRoute('GET', '/user', (request, response) => {
    userRequests.push({ query: request.query, authorization: request.headers.authorization })
    response.writeHead(userReply.status ?? 200, { 'content-type': 'application/json', ...userReply.headers })
    response.end(JSON.stringify(userReply.body))
  })
  server.service.addRoute('GET', '/moved', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(tiktokUser))
  })
  await server.start(0, '127.0.0.1')
  const base = `http://127.0.0.1:${server.address().port}`
  server.issuer.url = base
  const addressesOf = (name: string) => ({
    [`${name}_CLIENT_ID`]: `veranda at ${name}`,
    [`${name}_CLIENT_SECRET`]: 'a secret',
    [`${name}_AUTHORIZATION_URL`]: `${base}/authorize`,
    [`${name}_TOKEN_URL`]: `${base}/token`,
    [`${name}_USER_URL`]: `${base}/user`,
  })
  app = await testApp({ env: { ...addressesOf('TIKTOK'), ...addressesOf('INSTAGRAM') } })
  origin = await app.listenWithoutBackground()
})
afterEach(() => server.service.removeAllListeners())
afterAll(async () => {
  await app.close()
  await server.stop()
})

/** Signs in by a provider whose server replies like this. Returns the page and who waits for the form. */
async function signIn(provider: 'tiktok' | 'instagram', token: object, user: typeof userReply) {
  userReply = user
  userRequests = []
  tokenRequests = []
  server.service.on(Events.BeforeResponse, (reply: MutableResponse, request: { body: Record<string, unknown> }) => {
    tokenRequests.push(request.body)
    reply.body = { ...token }
  })
  const browser = new TestBrowser(origin)
  const begun = await browser.visit(`/api/auth/${provider}`)
  const callback = await browser.visit(begun.location ?? '')
  const page = placeOf((await browser.visit(callback.location ?? '')).location)
  const headers = { cookie: browser.cookie }
  const { status } = await app.injectAs(null, readPendingIdentity, { headers })
  const pending = status === 200 ? (await app.injectAs(null, readPendingIdentity, { headers })).reply : undefined
  return { page, pending, request: begun.location?.searchParams }
}

const tiktokToken = { access_token: 'act.1', token_type: 'Bearer', open_id: 'open-1', scope: 'user.info.basic' }
const tiktokUser = { data: { user: { open_id: 'open-1', display_name: 'Tia' } }, error: { code: 'ok' } }

test('TikTok gets its client key and no PKCE, and tells who it is in its own way', async () => {
  const { page, pending, request } = await signIn('tiktok', tiktokToken, { body: tiktokUser })
  expect(page).toBe('/register?with=tiktok')
  expect(pending).toEqual({ provider: 'tiktok', name: 'Tia', email: null })
  expect([...(request?.keys() ?? [])].toSorted()).toEqual([
    'client_key',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
  ])
  expect(tokenRequests).toMatchObject([
    { client_key: 'veranda at TIKTOK', client_secret: 'a secret', redirect_uri: `${origin}/api/auth/tiktok/callback` },
  ])
  expect(Object.keys(tokenRequests[0] ?? {})).not.toContain('client_id')
  expect(userRequests).toEqual([{ query: { fields: 'open_id,display_name' }, authorization: 'Bearer act.1' }])
})

const instagramToken = {
  access_token: 'ig-1',
  user_id: 17_841_400_000_000_000,
  permissions: 'instagram_business_basic',
}
const instagramUser = { user_id: '17841400000000001', username: 'ines' }

test.each([
  ['in a list of one', { data: [instagramToken] }, { data: [instagramUser] }],
  ['plainly', instagramToken, instagramUser],
])('Instagram tells who it is %s', async (_, token, user) => {
  const { page, pending } = await signIn('instagram', token, { body: user })
  expect(page).toBe('/register?with=instagram')
  expect(pending).toEqual({ provider: 'instagram', name: 'ines', email: null })
  expect(userRequests).toEqual([
    { query: { fields: 'user_id,username', access_token: 'ig-1' }, authorization: undefined },
  ])
  const stored = await app.deps.db.selectFrom('pending_identities').select('subject').execute()
  expect(stored.at(-1)?.subject).toBe('17841400000000001')
})

test.each<[string, 'tiktok' | 'instagram', object, typeof userReply]>([
  ['a user other than the token is for', 'tiktok', { ...tiktokToken, open_id: 'open-2' }, { body: tiktokUser }],
  [
    'an error beside the data',
    'tiktok',
    tiktokToken,
    { body: { ...tiktokUser, error: { code: 'scope_not_authorized' } } },
  ],
  ['an error in place of a token', 'tiktok', { error: 'invalid_grant', log_id: '1' }, { body: tiktokUser }],
  ['a redirect to a user', 'tiktok', tiktokToken, { status: 302, headers: { location: '/moved' }, body: {} }],
  ['a reply without an end', 'tiktok', tiktokToken, { body: { ...tiktokUser, more: 'x'.repeat(70_000) } }],
  ['a failure', 'instagram', instagramToken, { status: 400, body: { error: { code: 190 } } }],
  [
    'an id that was rounded',
    'instagram',
    instagramToken,
    { body: { ...instagramUser, user_id: 17_841_400_000_000_000 } },
  ],
  ['nobody', 'instagram', { data: [instagramToken] }, { body: { data: [] } }],
])('%s signs nobody in', async (_, provider, token, user) => {
  expect((await signIn(provider, token, user)).page).toBe('/login?problem=failed')
})
