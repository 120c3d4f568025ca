import { type Env } from '../env.ts'
import { networkAddresses } from './local/addresses.ts'

type Placed = Pick<Env, 'publicUrl' | 'https' | 'host' | 'port'>

const everywhere = ['0.0.0.0', '::']

/** Whether browsers reach us by https alone, so that cookies can say so. */
export function isSecure({ publicUrl, https }: Pick<Env, 'publicUrl' | 'https'>): boolean {
  return https || publicUrl?.startsWith('https:') === true
}

/**
 * Our address without a slash at the end, for what leaves the browser: mails, calendars, the terminal. Where we listen
 * to a whole network without a public address, it is the machine's first one in it.
 */
export function ownAddress(env: Placed, port = env.port): string {
  if (env.publicUrl !== undefined) return env.publicUrl
  const host = everywhere.includes(env.host) ? (networkAddresses()[0] ?? '127.0.0.1') : env.host
  return addressAt(env, host, port)
}

/** Where this machine itself reaches us. */
export function innerAddress(env: Placed, port: number): string {
  return addressAt(env, everywhere.includes(env.host) ? '127.0.0.1' : env.host, port)
}

function addressAt({ https }: Placed, host: string, port: number): string {
  return `${https ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
