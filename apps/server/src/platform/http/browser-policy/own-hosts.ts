import { type FastifyInstance } from 'fastify'
import { hostname } from 'node:os'
import { type Env } from '../../../env.ts'
import { recordRefusal } from '../../audit/request-refusals.ts'
import { type Deps } from '../../deps.ts'
import { localHostNames } from '../local-https/network-addresses.ts'
import { makeProblem, problemContentType } from '../problem.ts'
import { preferredLanguage } from '../request-info.ts'
import { requestSource } from '../request-source.ts'

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns whether a Host header names this machine, as the sandbox is reached: by loopback, the configured host, the
 * public address, or a name or address of the machine.
 */
export function isOwnHost(host: string, { host: listensOn, publicUrl }: Pick<Env, 'host' | 'publicUrl'>): boolean {
  // Nearly every request names loopback as it is written here, which needs no parser.
  if (loopbackHosts.includes(host.replace(/:\d+$/, ''))) return true
  const name = URL.parse(`http://${host}`)?.hostname
  if (name === undefined) return false
  if (loopbackHosts.includes(name) || name === bracketed(listensOn)) return true
  if (publicUrl !== undefined && name === new URL(publicUrl).hostname) return true
  return machineNames().has(name)
}

const machineNamesMaxAgeMs = 10_000
let cachedNames: { readonly names: ReadonlySet<string>; readonly readAtMs: number } | undefined

/** Returns the names and addresses of this machine, which change with its network. */
function machineNames(): ReadonlySet<string> {
  const now = performance.now()
  if (!cachedNames || now - cachedNames.readAtMs > machineNamesMaxAgeMs) {
    const { names, addresses } = localHostNames()
    const all = [...names, ...addresses, hostname()].map(bracketed)
    cachedNames = { names: new Set(all), readAtMs: now }
  }
  return cachedNames.names
}

const bracketed = (name: string) => (name.includes(':') ? `[${name}]` : name.toLowerCase())

/** Returns whether a request with this Host header is refused: the sandbox serves only its own names. */
export function isForeignHost(host: string | undefined, env: Env): boolean {
  return env.mode === 'sandbox' && host !== undefined && !isOwnHost(host, env)
}

/**
 * Refuses requests to the sandbox for another host name. Otherwise the page of a name that its owner points at this
 * machine (DNS rebinding) would count as our own page.
 */
export function addHostCheck(app: FastifyInstance, { env, failureLog }: Pick<Deps, 'env' | 'failureLog'>): void {
  if (env.mode !== 'sandbox') return
  app.addHook('onRequest', async (request, reply) => {
    const { host, 'accept-language': acceptLanguage } = request.headers
    if (!isForeignHost(host, env)) return
    recordRefusal(failureLog, 'host', requestSource(request), { site: host })
    const problem = makeProblem(421, 'request.unknown-host', request.id, preferredLanguage(acceptLanguage))
    await reply.code(421).type(problemContentType).send(problem)
  })
}
