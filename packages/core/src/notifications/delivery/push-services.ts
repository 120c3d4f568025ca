/**
 * The push services of browsers: Chrome and those made of it, Firefox, Edge, Safari. A server sends to no other address
 * that a browser names, because it would call whatever a stranger asks it to.
 */
const knownHosts = [
  'fcm\\.googleapis\\.com',
  '(?:[a-z0-9-]+\\.)+push\\.services\\.mozilla\\.com',
  '(?:[a-z0-9-]+\\.)+notify\\.windows\\.com',
  '(?:[a-z0-9-]+\\.)+push\\.apple\\.com',
]
const loopback = 'http://(?:127\\.0\\.0\\.1|localhost)(?::\\d{1,5})?'

/** Matches the address of a subscription at a known push service, or on this machine as in tests and in development. */
export const pushEndpointPattern = new RegExp(`^(?:https://(?:${knownHosts.join('|')})|${loopback})/[!-~]*$`)

/** Returns whether an address that matches the pattern is on this machine. */
export function isLoopbackEndpoint(endpoint: string): boolean {
  return endpoint.startsWith('http://')
}
