import { type FastifyInstance } from 'fastify'
import { hash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type FailureLog } from '../audit/failure-log.ts'
import { recordRefusal, transportOf } from '../audit/request-refusals.ts'
import { makeUnauthenticatedLimiter } from '../http/limits/limit-calls.ts'
import { makeProblem, problemContentType } from '../http/problem.ts'
import { requestSource } from '../http/request-source.ts'
import { type Figure } from './figure.ts'

/** Buckets of a request's duration, in seconds: a read, a write, a slow one, and what a user takes for broken. */
const durationBucketsSeconds = [0.01, 0.05, 0.2, 1, 5]

/** The counts that are kept as things happen, served with figures that are read for each scrape. */
export type Metrics = {
  countFailedAttempt(action: string, reason: string): void
  /** Counts an event of a socket whose handler failed. */
  countFailedEvent(event: string): void
  /** Counts a push by what became of it: accepted, gone, busy, refused or unreachable. */
  countPush(outcome: string): void
  /** Counts the requests of the app's routes, and serves /metrics to callers with the token. */
  serveOn(app: FastifyInstance, page: { token: string; failureLog: FailureLog; hasRateLimits: boolean }): void
  /** Adds figures that are read for each scrape. */
  addFigures(read: () => Promise<readonly Figure[]>): void
}

/** Makes the metrics of this process, in the format of Prometheus. */
export function makeMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'veranda_http_requests_total',
    help: 'Replies by route, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'veranda_http_request_duration_seconds',
    help: 'Time from a request to the end of its reply.',
    labelNames: ['route', 'method'],
    buckets: durationBucketsSeconds,
    registers,
  })
  const errors = new Counter({
    name: 'veranda_http_errors_total',
    help: 'Replies of status 500 and above.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const refusals = new Counter({
    name: 'veranda_rate_limit_refusals_total',
    help: 'Requests above a rate limit.',
    labelNames: ['route', 'method'],
    registers,
  })
  const failedAttempts = new Counter({
    name: 'veranda_failed_attempts_total',
    help: 'Attempts that were refused, as in the audit log: sign-ins, second steps, calls above limits, origins, sockets.',
    labelNames: ['action', 'reason', 'kind'],
    registers,
  })
  const failedEvents = new Counter({
    name: 'veranda_socket_event_errors_total',
    help: 'Events of sockets whose handler failed, such as messages.',
    labelNames: ['event'],
    registers,
  })
  const pushes = new Counter({
    name: 'veranda_pushes_total',
    help: 'Pushes by what the push service replied, or that it could not be reached.',
    labelNames: ['outcome'],
    registers,
  })
  const readers: (() => Promise<readonly Figure[]>)[] = []
  let scraping: Promise<string> | undefined

  const scrape = async (): Promise<string> => {
    const figures = (await Promise.all(readers.map((read) => read()))).flat()
    const current = new Registry()
    for (const { name, help, samples } of figures.filter(({ samples: { length } }) => length > 0)) {
      const labelNames = Object.keys(samples[0]?.labels ?? {})
      const gauge = new Gauge({ name, help, labelNames, registers: [current] })
      for (const { labels, value } of samples) gauge.set(labels ?? {}, value)
    }
    return `${await registry.metrics()}${await current.metrics()}`
  }

  return {
    countPush: (outcome) => pushes.inc({ outcome }),
    countFailedEvent: (event) => failedEvents.inc({ event }),
    countFailedAttempt(action, reason) {
      failedAttempts.inc({ action, reason, kind: transportOf(reason) })
    },
    serveOn(app, { token, failureLog, hasRateLimits }) {
      const limitUnauthenticated = hasRateLimits ? makeUnauthenticatedLimiter(app, { failureLog }) : undefined
      app.addHook('onResponse', (request, reply, done) => {
        const labels = { route: request.routeOptions.url ?? 'none', method: request.method }
        const { statusCode } = reply
        requests.inc({ ...labels, status: `${Math.floor(statusCode / 100)}xx` })
        durations.observe(labels, reply.elapsedTime / 1_000)
        if (statusCode >= 500) errors.inc({ ...labels, status: String(statusCode) })
        if (statusCode === 429) refusals.inc(labels)
        done()
      })
      app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
        reply.header('cache-control', 'no-store')
        if (!isToken(request.headers.authorization, token)) {
          const source = requestSource(request)
          recordRefusal(failureLog, 'metrics-token', source)
          await limitUnauthenticated?.(request, reply, source)
          return reply
            .code(401)
            .header('www-authenticate', 'Bearer')
            .type(problemContentType)
            .send(makeProblem(401, 'request.metrics-token-wrong', request.id, 'en'))
        }
        // Scrapes at the same time share one reading.
        scraping ??= scrape().finally(() => (scraping = undefined))
        return reply.type(registry.contentType).send(await scraping)
      })
    },
    addFigures(read) {
      readers.push(read)
    },
  }
}

/** Compares in constant time; both are hashed, so that not even the length tells anything. */
function isToken(authorization: string | undefined, token: string): boolean {
  const sha256 = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(sha256(authorization ?? ''), sha256(`Bearer ${token}`))
}
