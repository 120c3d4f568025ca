import proxyAddr from '@fastify/proxy-addr'
import { type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { type IncomingMessage } from 'node:http'
import { type Env, type TrustedProxies } from '../../env.ts'
import { type Failure } from '../audit/failure-log.ts'

export type RequestSource = Failure['request']
type ProxySettings = Pick<Env, 'trustedProxies'>

const maxUserAgentLength = 300

/** Returns where a request comes from, before its cookies are read. */
export function requestSource({ id, ip, headers }: FastifyRequest): RequestSource {
  return { id, ip, userAgent: headers['user-agent']?.slice(0, maxUserAgentLength) ?? null }
}

/** Returns where a request comes from that only a socket server handles. */
export function socketRequestSource(request: IncomingMessage, settings: ProxySettings): RequestSource {
  const userAgent = request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null
  return { id: randomUUID(), ip: clientAddress(request, settings), userAgent }
}

/**
 * Returns the address of the client, as Fastify does for its own requests: the last one before the trusted proxies, each
 * of which adds the address that it saw to X-Forwarded-For.
 */
export function clientAddress(request: IncomingMessage, { trustedProxies }: ProxySettings): string {
  return proxyAddr(request, proxyTrust(trustedProxies))
}

/** Returns which proxies are trusted. Hops are counted from this server: the first is the other end of the connection. */
export function proxyTrust(trustedProxies: TrustedProxies): string[] | ((address: string, hop: number) => boolean) {
  return typeof trustedProxies === 'number' ? (_, hop) => hop < trustedProxies : [...trustedProxies]
}
