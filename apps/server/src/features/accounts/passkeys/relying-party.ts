import { isIP } from 'node:net'
import { type Deps } from '../../../platform/deps.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'

/** The name that passkeys are for, and the origin of the pages that may use them. */
export type RelyingParty = { readonly id: string; readonly origin: string }

/**
 * Returns whom passkeys are for on this installation; undefined where browsers offer none: on an address without a name
 * and over plain http. Without a public address only `localhost` counts, because anyone can send another name.
 */
export function relyingPartyOf(
  { env }: Pick<Deps, 'env'>,
  { headers }: Pick<RequestInfo, 'headers'>,
): RelyingParty | undefined {
  const { publicUrl } = env
  // The page's own origin, which the host of a development server in front is not.
  const local =
    publicUrl ?? firstOf(headers['origin']) ?? `${env.https ? 'https' : 'http'}://${firstOf(headers['host'])}`
  if (!URL.canParse(local)) return undefined
  const { protocol, hostname, origin } = new URL(local)
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[')
  const isAllowed = publicUrl === undefined || protocol !== 'https:' ? hostname === 'localhost' : isName
  return isAllowed ? { id: hostname, origin } : undefined
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
