import { randomUUID } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from '@veranda/contract/accounts/sessions/schemas.ts'
import { reauthenticate } from '@veranda/contract/accounts/step-up/routes.ts'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '@veranda/contract/route.ts'
import { signInAsDemoUser } from '@veranda/contract/sandbox/routes.ts'
import { buildUrl } from '../../support/api-client.ts'
import type { ClientName } from './load-client.ts'
import type { Attempt, AttemptLog } from './replies.ts'

/** A call without an answer is given up after this time, and is a finding. */
export const answerTimeoutMs = 10_000
/** A call to which no node replies in this time ends the client with an error. */
export const retryForMs = 90_000
export const retryDelayMs = 100

export type HttpReply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }
type HttpRequest = { method: string; headers?: Record<string, string>; body?: string | Uint8Array }
type CallOptions<R> = { params?: ParamsOf<R>; query?: QueryOf<R>; body?: BodyOf<R> }

/** A call that the server refused for a reason that a retry does not change. */
export class CallRefused extends Error {
  readonly code: string
  constructor(what: string, status: number, text: string) {
    super(`${what}: ${status} ${text}`)
    this.code = /"code":"([^"]+)"/.exec(text)?.[1] ?? ''
  }
}

/** Returns a handler of rejections that ignores this refusal. */
export function ignoreCode(code: string): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof CallRefused) || error.code !== code) throw error
  }
}

/** A user of the load, signed in with one click, who retries each call with the same key until it is answered. */
export class GateUser {
  readonly id: string
  /** The client of the load whose calls these are; undefined for calls that are no part of it. */
  readonly #client: ClientName | undefined
  /** Returns the address of the node that this user's calls go to now. */
  readonly url: () => string
  token = ''
  cookie = ''
  readonly #attempts: AttemptLog
  #agent = new Agent({ keepAlive: true })

  constructor(id: string, client: ClientName | undefined, url: () => string, attempts: AttemptLog) {
    this.id = id
    this.#client = client
    this.url = url
    this.#attempts = attempts
  }

  /** Calls a route until it is answered. Throws `CallRefused` for a refusal. */
  async call<R extends Route>(route: R, options: CallOptions<R> = {}): Promise<ReplyOf<R>> {
    const key: Record<string, string> = route.method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
    const { body } = options
    const reply = await this.untilAnswered(() => buildUrl(this.url(), route, options), {
      method: route.method,
      headers: { ...key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (reply.status >= 400) throw new CallRefused(`${route.method} ${route.path}`, reply.status, reply.text)
    // Serialised by the contract's schema.
    return (reply.text === '' ? null : JSON.parse(reply.text)) as ReplyOf<R>
  }

  /** Sends a request until it is answered: not after a broken connection, nor while the service is unavailable. */
  async untilAnswered(url: () => string, options: HttpRequest): Promise<HttpReply> {
    const deadline = Date.now() + retryForMs
    for (;;) {
      if (this.token === '') await this.#signIn()
      const reply = await this.send(url(), options)
      if (reply?.status === 401) this.token = ''
      else if (reply?.status === 403 && reply.text.includes('"step-up.required"'))
        await this.call(reauthenticate, { body: { method: 'demo' } })
      else if (reply && reply.status < 500 && reply.status !== 423 && reply.status !== 429) return reply
      else await sleep(retryDelayMs)
      if (Date.now() > deadline) throw new Error(`${options.method} ${url()} had no answer for ${retryForMs / 1_000} s`)
    }
  }

  /** Sends a request once. Returns undefined when the connection breaks off. */
  async send(url: string, { method, headers = {}, body }: HttpRequest): Promise<HttpReply | undefined> {
    const startedAt = performance.now()
    const credentials = this.token === '' ? {} : { authorization: `Bearer ${this.token}`, cookie: this.cookie }
    const options = { method, headers: { ...credentials, ...headers }, ...(body === undefined ? {} : { body }) }
    const reply = await exchange(url, options, this.#agent)
    const milliseconds = performance.now() - startedAt
    const { pathname, port } = new URL(url)
    this.log({
      what: `${method} ${pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')}`,
      port: Number(port),
      // A call that was never answered is as bad as a wrong answer.
      status: reply?.status ?? (milliseconds >= answerTimeoutMs ? 599 : undefined),
      retryAfter: reply?.headers['retry-after'],
      milliseconds,
      endedAt: performance.now(),
    })
    return reply
  }

  /** Logs an attempt of this user. */
  log(attempt: Omit<Attempt, 'client' | 'hadNoServer'>): void {
    this.#attempts.add({ ...attempt, client: this.#client })
  }

  /** Closes every connection. */
  leave(): void {
    this.#agent.destroy()
    this.#agent = new Agent({ keepAlive: true })
  }

  async #signIn(): Promise<void> {
    const body = JSON.stringify({ userId: this.id })
    const headers = { 'content-type': 'application/json' }
    const reply = await this.send(buildUrl(this.url(), signInAsDemoUser, {}), { method: 'POST', headers, body })
    if (reply?.status !== 200) {
      await sleep(retryDelayMs)
      return
    }
    // Serialised by the contract's schema.
    this.token = (JSON.parse(reply.text) as Session).token
    this.cookie = (reply.headers['set-cookie'] ?? []).map((header) => header.split(';', 1)[0]).join('; ')
  }
}

/** Sends one request. Returns undefined when the connection breaks off. Without an agent it is closed afterwards. */
export function exchange(
  url: string,
  { method, headers, body }: HttpRequest,
  agent: Agent | false = false,
): Promise<HttpReply | undefined> {
  return new Promise((resolve) => {
    const call = request(url, {
      method,
      agent,
      headers: { origin: new URL(url).origin, ...headers, 'content-length': Buffer.byteLength(body ?? '') },
    })
    const timeout = setTimeout(() => call.destroy(), answerTimeoutMs)
    call.on('error', () => resolve(undefined))
    call.on('close', () => {
      clearTimeout(timeout)
      resolve(undefined)
    })
    call.on('response', (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk: string) => (text += chunk))
      reply.on('error', () => resolve(undefined))
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }))
    })
    call.end(body)
  })
}
