import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { makeVapidKeys } from './gateways/push/vapid-keys.ts'

const read = (source: Record<string, string>) => readEnv(source, '/nowhere')

test('an empty environment is a local sandbox', () => {
  expect(read({ PORT: '', ALLOWED_ORIGINS: '' })).toMatchObject({
    ok: true,
    env: { mode: 'sandbox', host: '127.0.0.1', port: 4000, dataDir: '/nowhere/.data', allowedOrigins: [] },
  })
})

test('origins are normalised to what browsers send', () => {
  const given = ' https://Veranda.example/, http://127.0.0.1:5173 ,'
  expect(read({ ALLOWED_ORIGINS: given })).toMatchObject({
    env: { allowedOrigins: ['https://veranda.example', 'http://127.0.0.1:5173'] },
  })
})

test.each([
  'not an origin;*',
  '*',
  'https://*.example.com',
  'veranda.example',
  'ftp://veranda.example',
  'https://veranda.example/app',
  'https://one.example,two',
])('an invalid origin is refused with the name of its variable: %s', (given) => {
  expect(read({ ALLOWED_ORIGINS: given })).toEqual({
    ok: false,
    error:
      'ALLOWED_ORIGINS has a value that does not fit: origins such as https://veranda.example, with a comma between two',
  })
})

test('NODE_ADDRESS must be an origin', () => {
  expect(read({ NODE_ADDRESS: 'http://10.0.0.7:4000/' })).toMatchObject({
    env: { nodeAddress: 'http://10.0.0.7:4000' },
  })
  expect(read({ NODE_ADDRESS: '10.0.0.7:4000' })).toEqual({
    ok: false,
    error: 'NODE_ADDRESS has a value that does not fit: an address such as http://10.0.0.7:4000',
  })
})

test.each([
  [{ HTTPS: 'yes' }, 'HTTPS has a value that does not fit: 0 or 1'],
  [{ HTTPS: '1', PUBLIC_URL: 'http://desk.local:4000' }, 'HTTPS is on, but PUBLIC_URL begins with http:'],
  [
    {
      HTTPS: '1',
      VERANDA_MODE: 'production',
      VERANDA_SECRET: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
      PUBLIC_URL: 'https://veranda.example',
    },
    'HTTPS cannot be on in production',
  ],
])('HTTPS where it is not possible is refused in one line: %o', (source, error) => {
  expect(read(source)).toMatchObject({ ok: false, error: expect.stringContaining(error) as string })
})

const switches = ['DEMO_ENTRY', 'SANDBOX_CONTROLS', 'SANDBOX_MAILBOX'] as const

/** Returns whether demo entry, the sandbox controls and the mail page are on; undefined when refused. */
function sandboxOf(source: Record<string, string>) {
  const result = read(source)
  return result.ok ? [result.env.demoEntry, result.env.sandboxControls, result.env.sandboxMailbox] : undefined
}

test.each(['127.0.0.1', 'localhost', '::1'])('on %s the whole sandbox is on unless it is switched off', (host) => {
  expect(sandboxOf({ HOST: host })).toEqual([true, true, true])
  expect(sandboxOf({ HOST: host, HTTPS: '1' })).toEqual([true, true, true])
  expect(sandboxOf({ HOST: host, DEMO_ENTRY: '0' })).toEqual([false, true, true])
})

test('on a network address each part of the sandbox is on only by its own switch', () => {
  expect(sandboxOf({ HOST: '0.0.0.0' })).toEqual([false, false, false])
  for (const [index, name] of switches.entries()) {
    expect(sandboxOf({ HOST: '0.0.0.0', [name]: '1' })).toEqual(switches.map((_, at) => at === index))
  }
})

const production = {
  VERANDA_MODE: 'production',
  VERANDA_SECRET: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  PUBLIC_URL: 'https://veranda.example',
  SMTP_URL: 'smtp://mail.example:587',
  PAYMENTS: 'off',
}

/** Returns the variables that the error names, one a line. */
function namesIn(source: Record<string, string>): string[] {
  const result = read(source)
  return result.ok ? [] : result.error.split('\n').map((line) => line.split(' ', 1)[0] ?? '')
}

test('production starts with a secret, its address, a mail server and payments off, without any of the sandbox', () => {
  expect(read(production)).toMatchObject({ ok: true, env: { mode: 'production', payments: false } })
  expect(sandboxOf({ ...production, DEMO_ENTRY: '0' })).toEqual([false, false, false])
})

test('production names everything that is missing, wrong or not allowed in one message', () => {
  expect(namesIn({ VERANDA_MODE: 'production' })).toEqual(['VERANDA_SECRET', 'PUBLIC_URL', 'SMTP_URL', 'PAYMENTS'])
  expect(namesIn({ VERANDA_MODE: 'production', VERANDA_SECRET: 'short', PORT: 'x', SANDBOX_CONTROLS: '1' })).toEqual([
    'VERANDA_SECRET',
    'PORT',
    'PUBLIC_URL',
    'SMTP_URL',
    'PAYMENTS',
    'SANDBOX_CONTROLS',
  ])
})

test.each([
  ['VERANDA_SECRET', 'VERANDA_SECRET is missing: production needs a secret of at least 32 characters'],
  ['PUBLIC_URL', 'PUBLIC_URL is missing: production needs the address that browsers use'],
  ['SMTP_URL', 'SMTP_URL is missing: production needs a mail server'],
  ['PAYMENTS', 'PAYMENTS is missing: production needs PAYMENTS=off'],
])('production without %s is refused with what to do', (name, line) => {
  const result = read({ ...production, [name]: '' })
  expect(result.ok ? '' : result.error).toContain(line)
})

test.each(['VERANDA_SECRET', 'TURN_SECRET', 'METRICS_TOKEN'])('production refuses a %s that can be guessed', (name) => {
  const result = read({ ...production, [name]: 'a'.repeat(40) })
  expect(result.ok ? '' : result.error).toContain(`${name} can be guessed: production needs `)
  expect(read({ ...production, [name]: 'k3Vd9sQw+Lz0XyTb7RfUe2HnAcGmPj5o' }).ok).toBe(true)
})

test.each([
  '0.0.0.0/0',
  '0.0.0.0/1, 128.0.0.0/1',
  '10.0.0.0/8, 10.0.0.0/7',
  '::/0',
  '8000::/1',
  'fd00::/15',
  // These hold every IPv4 address, or half of them.
  '::/16',
  '::ffff:0:0/96',
  '0:0:0:0:0:ffff:0:0/97',
  '0000::ffff:10.0.0.0/103',
  '00ff::/7',
])('a network as wide as TRUST_PROXY=%s is no proxy', (given) => {
  const result = read({ TRUST_PROXY: given })
  expect(result.ok ? '' : result.error).toMatch(
    /^TRUST_PROXY has a value that does not fit: .+ no network is wider than \/8 \(IPv4\) or \/16 \(IPv6\)$/m,
  )
})

test('production never takes payments by the test provider', () => {
  expect(read({ ...production, PAYMENTS: 'sandbox' })).toMatchObject({
    ok: false,
    error: expect.stringContaining('PAYMENTS cannot be sandbox in production') as string,
  })
})

test.each(switches)('production with %s on is refused with a sentence', (name) => {
  const result = read({ ...production, [name]: '1' })
  expect(result.ok ? '' : result.error).toMatch(new RegExp(`^${name} cannot be on in production: .+ so remove it$`))
})

test.each([
  [{ PUBLIC_URL: 'http://veranda.example' }, 'PUBLIC_URL has to begin with https:// in production'],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL has a value that does not fit'],
  [{ PUBLIC_URL: 'https://maya:secret@veranda.example' }, 'PUBLIC_URL has a value that does not fit'],
  [{ PUBLIC_URL: 'https://veranda.example/app?x#y' }, 'PUBLIC_URL has a value that does not fit'],
  [{ SMTP_URL: 'smtp://' }, 'SMTP_URL has a value that does not fit'],
  [{ VERANDA_SECRET: 's'.repeat(64) }, 'VERANDA_SECRET can be guessed'],
  [{ RATE_LIMITS: '0' }, 'RATE_LIMITS cannot be off in production'],
])('production refuses what makes it weak, by name: %o', (weak, error) => {
  expect(read(production)).toMatchObject({ ok: true })
  expect(read({ ...production, ...weak })).toMatchObject({
    ok: false,
    error: expect.stringContaining(error) as string,
  })
})

test.each([
  ['', 0],
  ['0', 0],
  ['1', 1],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ['fd00::/16, ::ffff:10.0.0.0/104', ['fd00::/16', '::ffff:10.0.0.0/104']],
])('TRUST_PROXY=%s trusts that many hops or those addresses', (given, trustedProxies) => {
  expect(read({ TRUST_PROXY: given })).toMatchObject({ env: { trustedProxies } })
})

test.each(['true', '10', '10.0.0.0/33', 'proxy.local', '10.0.0.1,'])(
  'TRUST_PROXY=%s is refused with what is expected',
  (given) => {
    expect(read({ TRUST_PROXY: given })).toMatchObject({
      ok: false,
      error: expect.stringContaining('TRUST_PROXY has a value that does not fit: the number of proxies') as string,
    })
  },
)

test.each([
  [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET is missing: GOOGLE_CLIENT_ID is set'],
  [{ TIKTOK_CLIENT_SECRET: 's' }, 'TIKTOK_CLIENT_ID is missing: TIKTOK_CLIENT_SECRET is set'],
  [{ VERANDA_MODE: 'production', INSTAGRAM_CLIENT_ID: 'id' }, 'INSTAGRAM_CLIENT_SECRET is missing'],
  [{ SOCIAL_AUTH: 'no' }, 'SOCIAL_AUTH has a value that does not fit: on or off'],
  [{ GOOGLE_TOKEN_URL: 'http://oauth2.example/token' }, 'GOOGLE_TOKEN_URL has a value that does not fit'],
  [{ TIKTOK_USER_URL: 'https://user@evil.example/' }, 'TIKTOK_USER_URL has a value that does not fit'],
])('a provider that is half configured or not safe is refused by name: %o', (source, error) => {
  expect(read(source)).toMatchObject({ ok: false, error: expect.stringContaining(error) as string })
})

test('a provider with both credentials has the addresses of its documentation, or those that are given', () => {
  const given = { INSTAGRAM_CLIENT_ID: 'id', INSTAGRAM_CLIENT_SECRET: 's', INSTAGRAM_USER_URL: 'http://127.0.0.1:1/me' }
  expect(read(given)).toMatchObject({
    env: {
      socialAuth: true,
      socialProviders: {
        google: undefined,
        tiktok: undefined,
        instagram: {
          clientId: 'id',
          tokenUrl: 'https://api.instagram.com/oauth/access_token',
          userUrl: 'http://127.0.0.1:1/me',
        },
      },
    },
  })
})

test('push is on with keys of its own, its services on this machine only where no one else reaches the server', () => {
  expect(read({})).toMatchObject({
    env: { push: true, vapidKeys: undefined, vapidSubject: 'mailto:no-reply@localhost', loopbackPush: true },
  })
  expect(read({ PUSH: 'off', HOST: '0.0.0.0' })).toMatchObject({ env: { push: false, loopbackPush: false } })
  expect(read(production)).toMatchObject({ env: { vapidSubject: 'https://veranda.example', loopbackPush: false } })
})

test('a pair of push keys is taken whole and only if its halves belong together', () => {
  const { publicKey, privateKey } = makeVapidKeys()
  const pair = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
  expect(read({ ...pair, VAPID_SUBJECT: 'mailto:ops@veranda.example' })).toMatchObject({
    env: { vapidKeys: { publicKey, privateKey }, vapidSubject: 'mailto:ops@veranda.example' },
  })
  expect(namesIn({ VAPID_PUBLIC_KEY: publicKey })).toEqual(['VAPID_PRIVATE_KEY'])
  expect(namesIn({ ...pair, VAPID_PUBLIC_KEY: makeVapidKeys().publicKey })).toEqual(['VAPID_PUBLIC_KEY'])
  expect(namesIn({ ...pair, VAPID_PRIVATE_KEY: 'A'.repeat(43) })).toEqual(['VAPID_PRIVATE_KEY'])
  expect(namesIn({ PUSH: 'sometimes', VAPID_SUBJECT: 'ops@veranda.example' })).toEqual(['PUSH', 'VAPID_SUBJECT'])
})
