import { type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { type IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { type Env } from '../../env.ts'
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
export function clientAddress({ socket, headers }: IncomingMessage, { trustedProxies }: ProxySettings): string {
  const forwarded = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
  const added = forwarded.map((address) => address.trim()).filter((address) => address !== '')
  const addresses = [socket.remoteAddress ?? '', ...added.toReversed()]
  const isTrusted = trustedProxyTest(trustedProxies)
  return addresses.find((address, hop) => !isTrusted(address, hop)) ?? addresses.at(-1) ?? ''
}

function trustedProxyTest(trustedProxies: Env['trustedProxies']): (address: string, hop: number) => boolean {
  if (typeof trustedProxies === 'number') return (_, hop) => hop < trustedProxies
  const trusted = new BlockList()
  for (const item of trustedProxies) {
    const [network = '', prefix] = item.split('/')
    const family = isIP(network) === 4 ? 'ipv4' : 'ipv6'
    if (prefix === undefined) trusted.addAddress(network, family)
    else trusted.addSubnet(network, Number(prefix), family)
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}
