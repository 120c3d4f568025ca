import { sanitizeName } from '@veranda/core/assets/sanitize-name.ts'
import { type Failure, type FailureLog } from './failure-log.ts'

/** The action in the audit log of a request, an upgrade or a handshake that is refused before anyone acts. */
export const requestRefused = 'request.refused'

/** Kinds of refusals. They are labels of a metric, so there are only these. */
export type RefusalKind =
  /** A write from the page of another website. */
  | 'origin'
  /** A request to the sandbox for another host name (DNS rebinding). */
  | 'host'
  /** The same of Socket.IO. */
  | 'socket-origin'
  | 'socket-host'
  /** A handshake without a session, or with one that has ended. */
  | 'socket-not-signed-in'
  /** A user's socket beyond the most that one may have. */
  | 'socket-too-many'
  /** A connection that sent no handshake in time, or something else. */
  | 'socket-no-handshake'
  /** A request that is not of the protocol. */
  | 'socket-malformed'
  /** The same of the sockets of rooms. */
  | 'room-host'
  | 'room-origin'
  | 'room-not-signed-in'
  | 'room-too-many'
  | 'room-no-handshake'
  | 'room-malformed'
  /** An upgrade to a path that no socket server takes. */
  | 'upgrade-path'
  /** A webhook whose signature is not the provider's. */
  | 'webhook-signature'
  /** A reading of the metrics without the installation's token. */
  | 'metrics-token'
  /** A token that was not made here, as it was sent. */
  | 'token'
  /** A call of an admin's route by another user, who learns only that there is no such route. */
  | 'admin'

/** The way in which a refused request came. */
type Transport = 'http' | 'socket' | 'upgrade' | 'webhook'

const transportOfKind: Readonly<Record<RefusalKind, Transport>> = {
  origin: 'http',
  host: 'http',
  'socket-origin': 'socket',
  'socket-host': 'socket',
  'socket-not-signed-in': 'socket',
  'socket-too-many': 'socket',
  'socket-no-handshake': 'socket',
  'socket-malformed': 'socket',
  'room-host': 'socket',
  'room-origin': 'socket',
  'room-not-signed-in': 'socket',
  'room-too-many': 'socket',
  'room-no-handshake': 'socket',
  'room-malformed': 'socket',
  'upgrade-path': 'upgrade',
  'webhook-signature': 'webhook',
  'metrics-token': 'http',
  token: 'http',
  admin: 'http',
}
const transports: ReadonlyMap<string, Transport> = new Map(Object.entries(transportOfKind))

/** Returns how the request of a failure came, by its reason. Every failure that is no refusal here came by HTTP. */
export function transportOf(reason: string): Transport {
  return transports.get(reason) ?? 'http'
}

const maxSiteLength = 100

type Details = {
  readonly userId?: string
  /** The origin or host name that the request named, as it was sent. */
  readonly site?: string | undefined
}

/** Counts a refused request, with where it came from and the website or host name that it named. */
export function recordRefusal(
  failureLog: FailureLog,
  kind: RefusalKind,
  request: Failure['request'],
  { userId, site }: Details = {},
): void {
  const shownSite = site && sanitizeName(site.slice(0, maxSiteLength), ' ')
  failureLog.record({
    action: requestRefused,
    reason: kind,
    userId: userId ?? null,
    ...(shownSite ? { site: shownSite } : {}),
    request,
  })
}
