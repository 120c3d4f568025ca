import { type Env } from '../../env.ts'
import { networkAddresses } from './local-https/network-addresses.ts'

type ServerAddressEnv = Pick<Env, 'publicUrl' | 'https' | 'host' | 'port'>

const wildcardHosts = ['0.0.0.0', '::']
const loopbackHosts = ['127.0.0.1', '::1']

/** Returns whether browsers reach us by https only, so that cookies can be Secure. */
export function isServedOverHttps({ publicUrl, https }: Pick<Env, 'publicUrl' | 'https'>): boolean {
  return https || publicUrl?.startsWith('https:') === true
}

/** Returns the address to open in a browser on this machine. On loopback it is `localhost`: passkeys need a name. */
export function browserAddress(env: ServerAddressEnv, port = env.port): string {
  if (env.publicUrl !== undefined) return env.publicUrl
  const isLocal = [...wildcardHosts, ...loopbackHosts].includes(env.host)
  return formatAddress(env, isLocal ? 'localhost' : env.host, port)
}

/**
 * Returns our address without a trailing slash, for links outside the browser: mails, calendars, the terminal. A server
 * that listens on all interfaces without a public address uses the machine's first network address.
 */
export function publicAddress(env: ServerAddressEnv): string {
  const [networkAddress] = networkAddresses()
  const isReachable = env.publicUrl === undefined && wildcardHosts.includes(env.host) && networkAddress !== undefined
  return isReachable ? formatAddress(env, networkAddress, env.port) : browserAddress(env)
}

/**
 * Returns the origin by which a browser reaches us, for addresses that it comes back to with its cookies. Without a
 * public address that is the host it asked for, which the sandbox has checked to be its own.
 */
export function browserOrigin(env: ServerAddressEnv, host: string | undefined): string {
  if (env.publicUrl !== undefined || host === undefined) return browserAddress(env)
  return `${env.https ? 'https' : 'http'}://${host}`
}

/** Returns the address at which the server itself and its other nodes reach it. */
export function loopbackAddress(env: ServerAddressEnv, port: number): string {
  return formatAddress(env, wildcardHosts.includes(env.host) ? '127.0.0.1' : env.host, port)
}

function formatAddress({ https }: ServerAddressEnv, host: string, port: number): string {
  return `${https ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
