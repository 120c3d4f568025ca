import { isVapidKey, publicKeyOf } from './gateways/push/vapid-keys.ts'

const pairs = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['TIKTOK_CLIENT_ID', 'TIKTOK_CLIENT_SECRET'],
  ['INSTAGRAM_CLIENT_ID', 'INSTAGRAM_CLIENT_SECRET'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
] as const

/** Returns the half of a pair that is missing where the other one is given. */
function findHalfPairs(given: Readonly<Record<string, string | undefined>>): [name: string, text: string][] {
  return pairs.flatMap(([first, second]) => {
    const [missing, other] = given[first] === undefined ? [first, second] : [second, first]
    if (given[missing] !== undefined || given[other] === undefined) return []
    return [[missing, `is missing: ${other} is set, and one is of no use without the other`] as [string, string]]
  })
}

/** Returns a key pair for push whose halves do not belong together. */
function findUnrelatedKeys(given: Readonly<Record<string, string | undefined>>): [name: string, text: string][] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = given
  if (publicKey === undefined || privateKey === undefined || !isVapidKey(privateKey, 'private')) return []
  return publicKeyOf(privateKey) === publicKey ? [] : [['VAPID_PUBLIC_KEY', 'does not belong to VAPID_PRIVATE_KEY']]
}

const isOn = (value: string | undefined) => value === '1' || value === 'true'

/** Returns each variable that the others or the mode do not allow, or that production lacks, with what to do. */
export function findConflicts(
  given: Readonly<Record<string, string | undefined>>,
): readonly [name: string, text: string][] {
  const halfPairs = [...findHalfPairs(given), ...findUnrelatedKeys(given)]
  if (given['VERANDA_MODE'] !== 'production') {
    return isOn(given['HTTPS']) && given['PUBLIC_URL']?.startsWith('http:')
      ? [['HTTPS', 'is on, but PUBLIC_URL begins with http: make it https or leave it out'], ...halfPairs]
      : halfPairs
  }
  const publicUrl = given['PUBLIC_URL']
  const missing = Object.entries(neededInProduction).filter(([name]) => given[name] === undefined)
  const forbidden = Object.entries(forbiddenInProduction).filter(([name]) => isOn(given[name]))
  const guessable = secretNames.filter((name) => {
    const value = given[name]
    return value !== undefined && new Set(value).size < minSecretCharacters
  })
  return [
    ...halfPairs,
    ...missing.map(([name, text]): [string, string] => [name, `is missing: production needs ${text}`]),
    ...(publicUrl !== undefined && !publicUrl.startsWith('https://')
      ? [
          ['PUBLIC_URL', `has to begin with https:// in production: ${neededInProduction.PUBLIC_URL}`] as [
            string,
            string,
          ],
        ]
      : []),
    ...guessable.map((name): [string, string] => [
      name,
      `can be guessed: production needs ${secretsInProduction[name]}`,
    ]),
    ...(given['RATE_LIMITS'] !== undefined && !isOn(given['RATE_LIMITS'])
      ? [['RATE_LIMITS', 'cannot be off in production: it is for load tests only, so remove it'] as [string, string]]
      : []),
    ...forbidden.map(([name, text]): [string, string] => [name, `cannot be on in production: ${text}`]),
    ...(given['PAYMENTS'] === 'sandbox'
      ? [['PAYMENTS', `cannot be sandbox in production: it needs ${neededInProduction.PAYMENTS}`] as [string, string]]
      : []),
  ]
}

/** The number of different characters that a secret needs; 32 random ones in base64 have about 25. */
const minSecretCharacters = 12

const neededInProduction = {
  VERANDA_SECRET: 'a secret of at least 32 characters, such as the output of openssl rand -base64 32',
  PUBLIC_URL: 'the address that browsers use, such as https://veranda.example',
  SMTP_URL: 'a mail server, such as smtp://user:password@host:587',
  PAYMENTS: 'PAYMENTS=off, which hides and refuses every paid path, because no real payment provider is built yet',
} as const

/** The secrets that have to be hard to guess; who guesses one signs in, calls through the relay or reads the figures. */
const secretsInProduction = {
  VERANDA_SECRET: neededInProduction.VERANDA_SECRET,
  TURN_SECRET: 'the secret of the TURN server, such as the output of openssl rand -base64 32',
  METRICS_TOKEN: 'a token of at least 16 characters, such as the output of openssl rand -base64 32',
} as const
// The keys of the object itself.
const secretNames = Object.keys(secretsInProduction) as (keyof typeof secretsInProduction)[]

const forbiddenInProduction: Readonly<Record<string, string>> = {
  DEMO_ENTRY: 'demo users exist in the sandbox only, so remove it',
  SANDBOX_CONTROLS: 'the clock can be moved in the sandbox only, so remove it',
  SANDBOX_MAILBOX: 'mail is sent and not kept for a page, so remove it',
  HTTPS: 'its certificate is local, so remove it and put a proxy in front',
}
