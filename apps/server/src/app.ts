import { type FastifyInstance } from 'fastify'
import { resolve } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { makeAccess } from './access/access.ts'
import { type Clock, isMovable, movableClock, systemClock } from './clock.ts'
import { openDatabase } from './db/database.ts'
import { madeUpSecret, readShift } from './db/settings.ts'
import { makeWake } from './db/wake-bus.ts'
import { type Deps } from './deps.ts'
import { type DueScanner, makeDueScanner } from './due/scanner.ts'
import { type Env } from './env.ts'
import { type Feature } from './feature.ts'
import { productFeatures } from './features.ts'
import { fileQueues, fileTimers } from './files/files.ts'
import { fileRoutes } from './files/routes.ts'
import { type Gateways } from './gateways/gateways.ts'
import { makeGateways } from './gateways/make-gateways.ts'
import { configRoutes } from './http/config-routes.ts'
import { type Readiness } from './http/health.ts'
import { type ServedRoute } from './http/serve.ts'
import { localNames } from './http/local/addresses.ts'
import { keepCertificate } from './http/local/keep-certificate.ts'
import { innerAddress } from './http/own-address.ts'
import { buildHttp } from './http/server.ts'
import { uuid7 } from './ids.ts'
import { type JobRunner, makeJobs } from './jobs/boss.ts'
import { checkLedgerNightly, planLedgerCheck } from './ledger/nightly.ts'
import { noDoor } from './live/rooms/door.ts'
import { type LiveServer, makeLive } from './live/server.ts'
import { type Reaction } from './log/react.ts'
import { makeRelay, type Relay } from './log/relay.ts'
import { type Logger } from './logger.ts'
import { workRoutes } from './works/routes.ts'
import { workQueues, workTimers } from './works/works.ts'

export type AppOptions = {
  env: Env
  databaseUrl: string
  log: Logger
  clock?: Clock
  gateways?: typeof makeGateways
  features?: readonly Feature[]
  webFolder?: string
  /** Off for commands and tests, which do the waiting work by hand. */
  background?: boolean
}

/** The server as a value: built, started, and thrown away. */
export type App = {
  readonly databaseUrl: string
  readonly deps: Deps
  readonly http: FastifyInstance
  readonly routes: readonly ServedRoute[]
  readonly reactions: readonly Reaction[]
  readonly relay: Relay
  readonly due: DueScanner
  readonly jobs: JobRunner
  readonly live: LiveServer
  readonly readiness: Readiness
  /** Begins to work: wake-ups, relay, timers, jobs, sockets. */
  start(): Promise<void>
  /** Listens, and tells those who call back where. Answers the address on this machine. */
  listen(): Promise<string>
  stop(): Promise<void>
}

/** Puts the product together; the only place where features meet. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { log, databaseUrl } = options
  let closing = false
  const features = options.features ?? productFeatures(() => deps)
  const database = openDatabase(databaseUrl, {
    max: options.env.databasePool,
    onError: (error) => {
      if (!closing) log.warn({ err: error }, 'an idle connection to the database broke')
    },
  })
  const { db, pool } = database
  const env: Env = { ...options.env, secret: options.env.secret ?? (await madeUpSecret(db)) }
  const clock = options.clock ?? (env.mode === 'sandbox' ? movableClock(await readShift(db)) : systemClock)
  const wake = makeWake(databaseUrl, log)
  const access = makeAccess({ pool, wake })
  const jobs = makeJobs(databaseUrl, log, { supervise: options.background ?? true })
  const live = makeLive(() => deps, {
    access,
    events: features.flatMap((feature) => feature.events ?? []),
    joins: features.flatMap((feature) => feature.joins ?? []),
    connected: features.flatMap((feature) => feature.connected ?? []),
    door: features.find((feature) => feature.door)?.door ?? noDoor,
  })
  const ids = uuid7(clock)
  const gateways: Gateways = (options.gateways ?? makeGateways)({ db, clock, env, log, ids, wake })
  const deps: Deps = { db, clock, env, log, ids, gateways, live, jobs, wake }

  const routes = [
    ...configRoutes,
    ...fileRoutes(features.flatMap((feature) => feature.files ?? [])),
    ...workRoutes(features.flatMap((feature) => feature.works ?? [])),
    ...features.flatMap((feature) => feature.routes ?? []),
  ]
  const reactions = features.flatMap((feature) => feature.reactions ?? [])
  const readiness: Readiness = { ready: false }
  const webFolder = options.webFolder ?? resolve(import.meta.dirname, '../../web/dist')
  const certificate = env.https ? keepCertificate(env.dataDir, localNames(), Date.now()) : undefined
  const http = await buildHttp({ deps, access, routes, readiness, webFolder, certificate })
  const relay = makeRelay(deps, pool, reactions)
  const due = makeDueScanner(deps, [
    checkLedgerNightly,
    ...fileTimers,
    ...workTimers,
    ...features.flatMap((feature) => feature.due ?? []),
  ])
  wake.on((touched, origin) => {
    if (touched.clock && origin === 'elsewhere' && isMovable(clock)) {
      readShift(db).then(clock.setShift, (error: unknown) => log.warn({ err: error }, 'the clock could not be read'))
    }
  })
  await relay.open()
  await jobs.open([...fileQueues, ...workQueues, ...features.flatMap((feature) => feature.jobs ?? [])])

  return {
    databaseUrl,
    deps,
    http,
    routes,
    reactions,
    relay,
    due,
    jobs,
    live,
    readiness,
    async start() {
      await planLedgerCheck(deps)
      await wake.start()
      live.attach(http.server)
      relay.start()
      due.start()
      await jobs.work(deps)
      readiness.ready = true
    },
    async listen() {
      await http.listen({ host: env.host, port: env.port })
      const at = http.server.address()
      const port = at !== null && typeof at === 'object' ? at.port : env.port
      const address = innerAddress(env, port)
      // The sandbox's provider calls us back, and other nodes pass lines on, as any client would.
      if (certificate) setDefaultCACertificates([...getCACertificates('default'), certificate.authority])
      await live.listening(env.nodeAddress ?? address)
      if ('start' in gateways.payments) gateways.payments.start(address)
      return address
    },
    async stop() {
      readiness.ready = false
      if ('stop' in gateways.payments) await gateways.payments.stop()
      await live.stop()
      await http.close()
      await Promise.all([relay.stop(), due.stop(), jobs.stop()])
      await wake.stop()
      await gateways.mail.close?.()
      closing = true
      await database.close()
    },
  }
}
