import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { isDay } from '@veranda/core/commissions/disputes/business-days.ts'
import { parseSecondAdminLimit, type SecondAdminLimit } from '@veranda/core/money/second-admin-limit.ts'
import * as z from 'zod/mini'
import { findConflicts } from './env-conflicts.ts'
import type { ProviderSettings } from './gateways/identity/identity-gateway.ts'
import { isVapidKey, type VapidKeys } from './gateways/push/vapid-keys.ts'
import type { S3Settings } from './gateways/storage/s3-storage.ts'

const text = z.string().check(z.trim(), z.minLength(1))
const flag = z.pipe(
  z.string().check(z.regex(/^(0|1|true|false)$/)),
  z.transform((value: string) => value === '1' || value === 'true'),
)
const port = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/)),
  z.pipe(z.transform(Number), z.int().check(z.gte(0), z.lte(65_535))),
)
const commaSeparated = z.pipe(
  z.string(),
  z.transform((value: string) =>
    value
      .split(',')
      .map((item) => item.trim().replace(/\/$/, ''))
      .filter(Boolean),
  ),
)

const origins = z.pipe(
  commaSeparated.check(z.refine((items) => items.every((item) => parseOrigin(item) !== undefined))),
  z.transform((items) => items.flatMap((item) => parseOrigin(item) ?? [])),
)

/**
 * Normalises an origin as a browser's Origin header writes it; returns undefined for anything that is not exactly an
 * origin.
 */
function parseOrigin(text: string): string | undefined {
  if (text.includes('*') || !URL.canParse(text)) return undefined
  const { protocol, origin, href } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && href === `${origin}/` ? origin : undefined
}

const origin = z.pipe(
  z.string().check(z.refine((value) => parseOrigin(value) !== undefined)),
  z.transform((value: string) => parseOrigin(value) ?? value),
)

/** An address of a provider: https, or http on this machine. */
const providerUrl = z.url().check(
  z.refine((value) => {
    const { protocol, hostname, username } = new URL(value)
    const isLocal = protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
    return username === '' && (protocol === 'https:' || isLocal)
  }),
)

/** The number of proxies in front, or their addresses and networks. */
export type TrustedProxies = number | readonly string[]

const trustedProxies = z.pipe(
  z.string().check(z.refine((value) => parseTrustedProxies(value) !== undefined)),
  z.transform((value: string): TrustedProxies => parseTrustedProxies(value) ?? 0),
)

const noLimit: SecondAdminLimit = { units: 0, byCurrency: new Map() }
const secondAdminLimit = z.pipe(
  z.string().check(z.refine((value) => parseSecondAdminLimit(value) !== undefined)),
  z.transform((value: string): SecondAdminLimit => parseSecondAdminLimit(value) ?? noLimit),
)

const maxProxyHops = 9
/** The shortest prefix of a network of proxies, in bits. A wider network would let clients choose their own addresses. */
const minPrefixBits = { ipv4: 8, ipv6: 16 }
/** Every IPv4 address is also an IPv6 address that begins with these bits (RFC 4291, section 2.5.5.2). */
const mappedPrefixBits = 96

function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d+$/.test(text)) return Number(text) <= maxProxyHops ? Number(text) : undefined
  const items = text.split(',').map((item) => item.trim())
  return items.every(isAddressOrNetwork) ? items : undefined
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  const [min, max] = family === 4 ? [minPrefixBits.ipv4, 32] : [minIpv6PrefixBits(address), 128]
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= min && Number(prefix) <= max
}

/** Returns the shortest prefix of an IPv6 network. One whose first 16 bits are 0 may hold all IPv4 addresses. */
function minIpv6PrefixBits(address: string): number {
  return /^(?:0{1,4}:|::)/.test(address) ? mappedPrefixBits + minPrefixBits.ipv4 : minPrefixBits.ipv6
}

const schema = z.object({
  VERANDA_MODE: z._default(z.enum(['sandbox', 'production']), 'sandbox'),
  VERANDA_DATA: z._default(text, '.data'),
  VERANDA_SECRET: z.optional(z.string().check(z.minLength(32))),
  HOST: z._default(text, '127.0.0.1'),
  PORT: z._default(port, 4000),
  HTTPS: z._default(flag, false),
  PUBLIC_URL: z.optional(origin),
  NODE_ADDRESS: z.optional(origin),
  ALLOWED_ORIGINS: z._default(origins, []),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//))),
  DATABASE_POOL: z._default(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,2}$/)), z.transform(Number)), 16),
  DEMO_ENTRY: z.optional(flag),
  SANDBOX_CONTROLS: z.optional(flag),
  SANDBOX_MAILBOX: z.optional(flag),
  PAYMENTS: z.optional(z.enum(['sandbox', 'off'])),
  SOCIAL_AUTH: z._default(z.enum(['on', 'off']), 'on'),
  GOOGLE_CLIENT_ID: z.optional(text),
  GOOGLE_CLIENT_SECRET: z.optional(text),
  GOOGLE_SESSION_AGE: z._default(z.enum(['on', 'off']), 'off'),
  GOOGLE_ISSUER: z._default(providerUrl, 'https://accounts.google.com'),
  GOOGLE_AUTHORIZATION_URL: z._default(providerUrl, 'https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: z._default(providerUrl, 'https://oauth2.googleapis.com/token'),
  GOOGLE_JWKS_URL: z._default(providerUrl, 'https://www.googleapis.com/oauth2/v3/certs'),
  TIKTOK_CLIENT_ID: z.optional(text),
  TIKTOK_CLIENT_SECRET: z.optional(text),
  TIKTOK_AUTHORIZATION_URL: z._default(providerUrl, 'https://www.tiktok.com/v2/auth/authorize/'),
  TIKTOK_TOKEN_URL: z._default(providerUrl, 'https://open.tiktokapis.com/v2/oauth/token/'),
  TIKTOK_USER_URL: z._default(providerUrl, 'https://open.tiktokapis.com/v2/user/info/'),
  INSTAGRAM_CLIENT_ID: z.optional(text),
  INSTAGRAM_CLIENT_SECRET: z.optional(text),
  INSTAGRAM_AUTHORIZATION_URL: z._default(providerUrl, 'https://www.instagram.com/oauth/authorize'),
  INSTAGRAM_TOKEN_URL: z._default(providerUrl, 'https://api.instagram.com/oauth/access_token'),
  INSTAGRAM_USER_URL: z._default(providerUrl, 'https://graph.instagram.com/me'),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, hostname: /./ })),
  MAIL_FROM: z._default(text, 'Veranda <no-reply@localhost>'),
  TRUST_PROXY: z.optional(trustedProxies),
  S3_BUCKET: z.optional(text),
  S3_REGION: z._default(text, 'us-east-1'),
  S3_ENDPOINT: z.optional(z.url()),
  S3_ACCESS_KEY_ID: z.optional(text),
  S3_SECRET_ACCESS_KEY: z.optional(text),
  PUSH: z._default(z.enum(['on', 'off']), 'on'),
  VAPID_PUBLIC_KEY: z.optional(z.string().check(z.refine((key) => isVapidKey(key, 'public')))),
  VAPID_PRIVATE_KEY: z.optional(z.string().check(z.refine((key) => isVapidKey(key, 'private')))),
  VAPID_SUBJECT: z.optional(z.string().check(z.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+)$/))),
  VIRUS_SCANNER: z.optional(text),
  LOCATION_DATABASE: z.optional(text),
  SECOND_ADMIN_ABOVE: z._default(secondAdminLimit, { units: 5_000, byCurrency: new Map() }),
  DISPUTE_HOLIDAYS: z._default(commaSeparated.check(z.refine((days) => days.every(isDay))), []),
  STUN_URLS: z._default(commaSeparated, []),
  TURN_URLS: z._default(commaSeparated, []),
  TURN_SECRET: z.optional(text),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  SHUTDOWN_DELAY_SECONDS: z._default(z.pipe(z.string().check(z.regex(/^([0-9]|[12]\d|30)$/)), z.transform(Number)), 0),
  RATE_LIMITS: z._default(flag, true),
  LOG_LEVEL: z._default(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']), 'info'),
})

/** The configuration, read once at startup. */
export type Env = {
  readonly mode: 'sandbox' | 'production'
  /** Absolute path; holds the embedded database, stored files and the sandbox's mail. */
  readonly dataDir: string
  /** Signs sessions. In the sandbox it is generated once and stored in the database if not set. */
  readonly secret: string | undefined
  readonly host: string
  readonly port: number
  /** Serves https and wss with a local certificate, for devices on the same network. */
  readonly https: boolean
  /** The address browsers use, without a trailing slash. Without configuration it is known only after listening. */
  readonly publicUrl: string | undefined
  /** The address other nodes use; by default the loopback address. */
  readonly nodeAddress: string | undefined
  readonly allowedOrigins: readonly string[]
  readonly databaseUrl: string | undefined
  readonly databasePool: number
  /** Enables signing in as a demo user with one click. */
  readonly demoEntry: boolean
  /** Enables moving the clock, for everyone who can reach the server. */
  readonly sandboxControls: boolean
  /** Enables the page on which users read the mail that was kept for them. */
  readonly sandboxMailbox: boolean
  /** Enables reading that mail signed out too, by address. Only in a sandbox that no other machine can reach. */
  readonly sandboxOpenMailbox: boolean
  /** Days, as `2026-12-25`, that are no business days for the answer to a dispute. */
  readonly holidays: ReadonlySet<string>
  /** The sum above which an act of an admin needs a second one. */
  readonly secondAdminLimit: SecondAdminLimit
  /** False when this installation takes no payments: every paid path is hidden and refused with `payments.off`. */
  readonly payments: boolean
  /** False switches every provider off that users could sign in with. */
  readonly socialAuth: boolean
  readonly socialProviders: ProviderSettings
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** The proxies whose X-Forwarded-For is believed; none by default, so that no client chooses its own address. */
  readonly trustedProxies: TrustedProxies
  /** Stores files in this bucket instead of the data directory. */
  readonly s3: S3Settings | undefined
  /** False switches push off: no key, no devices, and nothing is pushed. */
  readonly push: boolean
  /** The key pair that push services know this installation by; generated once and stored in the database if not set. */
  readonly vapidKeys: VapidKeys | undefined
  /** Whom a push service may write to about our pushes: an address that begins with mailto: or https: */
  readonly vapidSubject: string
  /** Accepts push services on this machine. Only in a sandbox that no other machine can reach. */
  readonly loopbackPush: boolean
  /** A command that gets a file's path, or `clamd://host:port`. Unset means that nothing is scanned. */
  readonly virusScanner: string | undefined
  /** Absolute path of a database of the locations of network addresses; without it no sign-in has one. */
  readonly locationDatabase: string | undefined
  /** STUN and TURN servers for voice in rooms beyond one network. */
  readonly voice: {
    readonly stun: readonly string[]
    readonly turn: readonly string[]
    readonly turnSecret: string | undefined
  }
  /** The bearer token for /metrics; without it there is no such page. */
  readonly metricsToken: string | undefined
  /** The time between not being ready any more and closing, in which a proxy in front notices it. */
  readonly shutdownDelayMs: number
  readonly rateLimits: boolean
  readonly logLevel: string
  readonly version: string
}

export type EnvResult = { ok: true; env: Env } | { ok: false; error: string }

/**
 * Reads the environment. The error names every invalid or missing variable, one a line, with what to do. An empty value
 * counts as unset.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>, root: string): EnvResult {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(given)
  const invalid = parsed.success ? [] : [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
  const problems = [
    ...invalid.map((name) => `${name} has a value that does not fit: ${expectedValues[name] ?? 'see .env.example'}`),
    // An invalid variable is reported once.
    ...findConflicts(given).flatMap(([name, text]) => (invalid.includes(name) ? [] : [`${name} ${text}`])),
  ]
  if (!parsed.success || problems.length > 0) return { ok: false, error: problems.join('\n') }
  const v = parsed.data
  const production = v.VERANDA_MODE === 'production'
  const local = ['127.0.0.1', 'localhost', '::1'].includes(v.HOST)
  return {
    ok: true,
    env: {
      mode: v.VERANDA_MODE,
      dataDir: isAbsolute(v.VERANDA_DATA) ? v.VERANDA_DATA : resolve(root, v.VERANDA_DATA),
      secret: v.VERANDA_SECRET,
      host: v.HOST,
      port: v.PORT,
      https: v.HTTPS,
      publicUrl: v.PUBLIC_URL,
      nodeAddress: v.NODE_ADDRESS,
      allowedOrigins: v.ALLOWED_ORIGINS,
      databaseUrl: v.DATABASE_URL,
      databasePool: v.DATABASE_POOL,
      demoEntry: !production && (v.DEMO_ENTRY ?? local),
      sandboxControls: !production && (v.SANDBOX_CONTROLS ?? local),
      sandboxMailbox: !production && (v.SANDBOX_MAILBOX ?? local),
      // Those who read a mail can use its link, so no switch opens it to a network.
      sandboxOpenMailbox: !production && local && v.PUBLIC_URL === undefined && (v.SANDBOX_MAILBOX ?? true),
      holidays: new Set(v.DISPUTE_HOLIDAYS),
      secondAdminLimit: v.SECOND_ADMIN_ABOVE,
      payments: v.PAYMENTS !== 'off',
      socialAuth: v.SOCIAL_AUTH !== 'off',
      socialProviders: readProviders(v),
      smtpUrl: v.SMTP_URL,
      mailFrom: v.MAIL_FROM,
      trustedProxies: v.TRUST_PROXY ?? 0,
      s3: v.S3_BUCKET
        ? {
            bucket: v.S3_BUCKET,
            region: v.S3_REGION,
            endpoint: v.S3_ENDPOINT,
            accessKeyId: v.S3_ACCESS_KEY_ID,
            secretAccessKey: v.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
      push: v.PUSH === 'on',
      vapidKeys:
        v.VAPID_PUBLIC_KEY && v.VAPID_PRIVATE_KEY
          ? { publicKey: v.VAPID_PUBLIC_KEY, privateKey: v.VAPID_PRIVATE_KEY }
          : undefined,
      vapidSubject: v.VAPID_SUBJECT ?? (v.PUBLIC_URL?.startsWith('https:') ? v.PUBLIC_URL : mailAddressOf(v.MAIL_FROM)),
      loopbackPush: !production && local,
      virusScanner: v.VIRUS_SCANNER,
      locationDatabase: v.LOCATION_DATABASE && resolve(root, v.LOCATION_DATABASE),
      voice: { stun: v.STUN_URLS, turn: v.TURN_URLS, turnSecret: v.TURN_SECRET },
      metricsToken: v.METRICS_TOKEN,
      shutdownDelayMs: v.SHUTDOWN_DELAY_SECONDS * 1_000,
      rateLimits: v.RATE_LIMITS,
      logLevel: v.LOG_LEVEL,
      version: '1.0.0',
    },
  }
}

/** Returns the sender of our mails as an address to write to. */
function mailAddressOf(mailFrom: string): string {
  return `mailto:${/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
}

/** Returns the providers that have both credentials. */
function readProviders(v: z.infer<typeof schema>): ProviderSettings {
  const credentialsOf = (clientId: string | undefined, clientSecret: string | undefined) =>
    clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret }
  const google = credentialsOf(v.GOOGLE_CLIENT_ID, v.GOOGLE_CLIENT_SECRET)
  const tiktok = credentialsOf(v.TIKTOK_CLIENT_ID, v.TIKTOK_CLIENT_SECRET)
  const instagram = credentialsOf(v.INSTAGRAM_CLIENT_ID, v.INSTAGRAM_CLIENT_SECRET)
  return {
    google: google && {
      ...google,
      issuer: v.GOOGLE_ISSUER,
      authorizationUrl: v.GOOGLE_AUTHORIZATION_URL,
      tokenUrl: v.GOOGLE_TOKEN_URL,
      jwksUrl: v.GOOGLE_JWKS_URL,
      hasSessionAge: v.GOOGLE_SESSION_AGE === 'on',
    },
    tiktok: tiktok && {
      ...tiktok,
      authorizationUrl: v.TIKTOK_AUTHORIZATION_URL,
      tokenUrl: v.TIKTOK_TOKEN_URL,
      userUrl: v.TIKTOK_USER_URL,
    },
    instagram: instagram && {
      ...instagram,
      authorizationUrl: v.INSTAGRAM_AUTHORIZATION_URL,
      tokenUrl: v.INSTAGRAM_TOKEN_URL,
      userUrl: v.INSTAGRAM_USER_URL,
    },
  }
}

const expectedValues: Readonly<Record<string, string>> = {
  VERANDA_MODE: 'sandbox or production',
  VERANDA_SECRET: 'at least 32 characters',
  PORT: 'a number from 0 to 65535',
  HTTPS: '0 or 1',
  ALLOWED_ORIGINS: 'origins such as https://veranda.example, with a comma between two',
  NODE_ADDRESS: 'an address such as http://10.0.0.7:4000',
  PUBLIC_URL: 'an address without path, query, user or password, such as https://veranda.example',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/name',
  DATABASE_POOL: 'a number from 1 to 999',
  DEMO_ENTRY: '0 or 1',
  SANDBOX_CONTROLS: '0 or 1',
  SANDBOX_MAILBOX: '0 or 1',
  PAYMENTS: 'sandbox or off',
  SOCIAL_AUTH: 'on or off',
  ...Object.fromEntries(
    Object.keys(schema.shape)
      .filter((name) => /^(GOOGLE|TIKTOK|INSTAGRAM)_(ISSUER|\w+_URL)$/.test(name))
      .map((name) => [name, 'an address that begins with https://']),
  ),
  SMTP_URL: 'an address such as smtp://user:password@host:587',
  TRUST_PROXY: `the number of proxies (0 to ${maxProxyHops}), or their addresses or networks such as 10.0.0.0/8, with a comma between two; no network is wider than /${minPrefixBits.ipv4} (IPv4) or /${minPrefixBits.ipv6} (IPv6)`,
  S3_ENDPOINT: 'an address such as https://s3.example.com',
  PUSH: 'on or off',
  VAPID_PUBLIC_KEY: 'a public key of P-256 in base64url, 87 characters',
  VAPID_PRIVATE_KEY: 'a private key of P-256 in base64url, 43 characters',
  VAPID_SUBJECT: 'an address that begins with mailto: or https:',
  METRICS_TOKEN: 'at least 16 characters',
  SHUTDOWN_DELAY_SECONDS: 'a number of seconds from 0 to 30',
  RATE_LIMITS: '0 or 1',
  LOG_LEVEL: 'silent, fatal, error, warn, info, debug or trace',
}
