import { clockMoved } from '@veranda/contract/realtime/events.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { makeIdGenerator } from '@veranda/core/ids.ts'
import { type FastifyInstance } from 'fastify'
import { resolve } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type Env } from './env.ts'
import { type ErasureParts } from './features/accounts/deletion/erase-account.ts'
import { accountDeletionFeature } from './features/accounts/deletion/feature.ts'
import { accountsFeature } from './features/accounts/feature.ts'
import { collectExport } from './features/accounts/export/collect-export.ts'
import { type ExportParts } from './features/accounts/export/write-export.ts'
import { passwordHashQueue } from './features/accounts/passwords/password-hash-queue.ts'
import { extendSession } from './features/accounts/sessions/read-session.ts'
import { failedSignInActions } from './features/accounts/sign-in/sign-in-failures.ts'
import { changeAccount } from './features/accounts/settings/change-account.ts'
import { readOpenServices } from './features/bookings/availability/read-open-services.ts'
import { bookingsFeature } from './features/bookings/feature.ts'
import { listNextBookings } from './features/bookings/list-bookings.ts'
import { commissionsFeature } from './features/commissions/feature.ts'
import { findNewestVersions } from './features/commissions/deliverables/find-newest-versions.ts'
import { listPendingActions } from './features/commissions/list-pending-actions.ts'
import { conversationsFeature } from './features/conversations/feature.ts'
import { dashboardFeature } from './features/dashboard/feature.ts'
import { markMessageNotificationsRead } from './features/notifications/centre/mark-message-notifications-read.ts'
import { adminFeature } from './features/admin/feature.ts'
import { analyticsFeature } from './features/analytics/feature.ts'
import { notificationsFeature } from './features/notifications/feature.ts'
import { allowsMail } from './features/notifications/preferences/preferences.ts'
import { paymentsFeature } from './features/payments/feature.ts'
import { sumDashboardMoney, sumDashboardMonths } from './features/payments/sum-dashboard-money.ts'
import { reviewsFeature } from './features/reviews/feature.ts'
import { roomsFeature } from './features/rooms/feature.ts'
import { supportFeature } from './features/support/feature.ts'
import { talentFeature } from './features/talent/feature.ts'
import { type Gateways } from './gateways/gateways.ts'
import { makeGateways } from './gateways/make-gateways.ts'
import { payoutAccountData } from './gateways/payments/sandbox-payout-accounts.repository.ts'
import { makeVapidKeys } from './gateways/push/vapid-keys.ts'
import { makeAuthenticator } from './platform/access/authentication.ts'
import { loadOrCreateVapidKeys } from './platform/access/load-vapid-keys.ts'
import { compressAsset, renderAssetTurntable } from './platform/assets/conversion/later-renditions.ts'
import { convertAsset } from './platform/assets/conversion/convert-asset.ts'
import { fileEraser } from './platform/assets/erase-files.ts'
import { unfinishedFileData, uploadedFiles } from './platform/assets/personal-files.ts'
import { deleteUnusedSource } from './platform/assets/remove-asset.ts'
import { assetRoutes } from './platform/assets/routes.ts'
import { deleteUnusedImageBytes } from './platform/assets/stored-files/delete-unused-image-bytes.ts'
import { expireUnusedFile } from './platform/assets/stored-files/remove-stored-file.ts'
import { storedFileRoutes } from './platform/assets/stored-files/routes.ts'
import { deleteUnclaimedBytes } from './platform/assets/stored-files/write-image-bytes.ts'
import { deleteUnusedBytes, expireUpload } from './platform/assets/uploads/upload-expiry.ts'
import { auditEraser } from './platform/audit/audit-log.ts'
import { type Failure, makeFailureLog } from './platform/audit/failure-log.ts'
import { makeImageVariants } from './platform/assets/variants/make-image-variants.ts'
import { makeMissingVariantsNightly } from './platform/assets/variants/make-missing-variants.ts'
import { deleteOldFailuresNightly } from './platform/audit/failure-retention.ts'
import { requestRefused } from './platform/audit/request-refusals.ts'
import { type Clock, isMovable, movableClock, systemClock } from './platform/clock/clock.ts'
import { makeCommitSignalBus } from './platform/db/commit-signal-bus.ts'
import { makeDatabaseWatch } from './platform/db/database-watch.ts'
import { type Db, openDatabase } from './platform/db/database.ts'
import { loadOrCreateSecret, readClockShift } from './platform/db/settings.ts'
import { DeadlineError, withinDeadline } from './platform/deadline.ts'
import { type Deps } from './platform/deps.ts'
import { eventEraser } from './platform/events/erase-events.ts'
import { type EventHandler } from './platform/events/event-handler.ts'
import { makeOutboxRelay, type OutboxRelay } from './platform/events/outbox-relay.ts'
import { type Feature } from './platform/feature.ts'
import { configRoutes } from './platform/http/config-routes.ts'
import { sandboxRoutes } from './platform/sandbox/sandbox-routes.ts'
import { replyEraser } from './platform/http/idempotency.ts'
import { type Readiness } from './platform/http/health.ts'
import { buildHttpServer, closeHttpServer } from './platform/http/http-server.ts'
import { ensureCertificate } from './platform/http/local-https/ensure-certificate.ts'
import { localHostNames } from './platform/http/local-https/network-addresses.ts'
import { rateLimited } from './platform/http/limits/rate-limit.ts'
import { type ServerRoute } from './platform/http/route.ts'
import { loopbackAddress } from './platform/http/server-address.ts'
import { deadLetterQueue, type DeadLetterSources } from './platform/jobs/dead-letters.ts'
import { type JobRunner, makeJobRunner } from './platform/jobs/job-runner.ts'
import { deleteOldRepliesNightly } from './platform/http/reply-retention.ts'
import { checkLedgerNightly } from './platform/ledger/nightly-check.ts'
import { type Logger } from './platform/logger.ts'
import { readDatabaseFigures } from './platform/metrics/database-figures.ts'
import { readNodeFigures } from './platform/metrics/node-figures.ts'
import { makeRealtimeServer, type RealtimeServer } from './platform/realtime/realtime-server.ts'
import { nightlyTimer, scheduleNightly } from './platform/timers/nightly-timer.ts'
import { makeTimerScanner, type TimerScanner } from './platform/timers/timer-scanner.ts'

export type AppOptions = {
  env: Env
  databaseUrl: string
  log: Logger
  clock?: Clock
  gateways?: typeof makeGateways
  features?: readonly Feature[]
  webFolder?: string
  /** False for commands and tests, which run pending work themselves. */
  background?: boolean
}

/** Someone waits for the reply; a call whose statements take longer in all fails with 503. */
const interactiveCallTimeMs = 1_700
const backgroundStatementTimeoutMs = 30_000
/** The time for background work to end when the server stops; a job has 8 s of it. */
const maxBackgroundStopMs = 9_000
/** The time for the last writes and for closing connections when the server stops. */
const maxDatabaseStopMs = 1_000
/** The leading outbox relay keeps one of them. */
const minBackgroundConnections = 4

/** The server as a value: built, started, and thrown away. */
export type App = {
  readonly databaseUrl: string
  readonly deps: Deps
  /** For work that no one waits for: its statements may take longer, on connections of their own. */
  readonly backgroundDeps: Deps
  readonly http: FastifyInstance
  readonly routes: readonly ServerRoute[]
  readonly eventHandlers: readonly EventHandler[]
  readonly outboxRelay: OutboxRelay
  readonly timers: TimerScanner
  readonly jobs: JobRunner
  readonly realtime: RealtimeServer
  readonly readiness: Readiness
  /** Starts the outbox relay, timers, jobs, sockets and commit signals. */
  start(): Promise<void>
  /** Listens and passes the address to sandbox payments and other nodes. Returns the loopback address. */
  listen(): Promise<string>
  stop(): Promise<void>
}

/** Composes the server from platform, gateways and features. The only place where features meet. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { log, databaseUrl } = options
  let closing = false
  const features: readonly Feature[] =
    options.features ??
    productFeatures(
      () => deps,
      () => ({ deps: backgroundDeps, jobs, eventHandlers }),
    )
  const onError = (error: Error) => {
    if (!closing) log.warn({ err: error }, 'idle database connection failed')
  }
  const max = options.env.databasePool
  const database = openDatabase(databaseUrl, { max, callTimeMs: interactiveCallTimeMs, onError })
  // Event handlers, timers, jobs and commands have connections of their own, so that neither waits for the other.
  const backgroundDatabase = openDatabase(databaseUrl, {
    max: Math.max(minBackgroundConnections, Math.ceil(max / 2)),
    statementTimeoutMs: backgroundStatementTimeoutMs,
    onError,
  })
  const { db, pool, readTogether } = database
  const secretEnv: Env = { ...options.env, secret: options.env.secret ?? (await loadOrCreateSecret(db)) }
  const env: Env = { ...secretEnv, vapidKeys: await loadVapidKeys(db, { env: secretEnv, log }) }
  const clock = options.clock ?? (env.mode === 'sandbox' ? movableClock(await readClockShift(db)) : systemClock)
  const commitSignals = makeCommitSignalBus(databaseUrl, log)
  const authenticator = makeAuthenticator({
    query: database.query,
    commitSignals,
    // A call does not fail because its use could not be written; the next one tries again.
    extendSession: (sessionId) =>
      extendSession(db, sessionId).catch((error: unknown) =>
        log.warn({ err: error, sessionId }, 'session not extended'),
      ),
  })
  const jobs = makeJobRunner(databaseUrl, log, { supervise: options.background ?? true })
  const databaseWatch = makeDatabaseWatch(databaseUrl, [database, backgroundDatabase, jobs, commitSignals], log)
  const realtime = makeRealtimeServer(() => deps, {
    authenticator,
    pool,
    onEventFailed: (event) => metrics?.countFailedEvent(event),
    socketEvents: features.flatMap((feature) => feature.socketEvents ?? []),
    joinRules: features.flatMap((feature) => feature.joinRules ?? []),
    onConnect: features.flatMap((feature) => feature.onConnect ?? []),
    socketService: features.find((feature) => feature.socketService)?.socketService,
  })
  const ids = makeIdGenerator(
    () => clock.now(),
    (bytes) => void crypto.getRandomValues(bytes),
  )
  // Loaded only where it is used, because every start pays for it.
  const metrics = env.metricsToken ? (await import('./platform/metrics/metrics.ts')).makeMetrics() : undefined
  const onPush = (outcome: string) => metrics?.countPush(outcome)
  const gateways: Gateways = (options.gateways ?? makeGateways)({ db, clock, env, log, ids, commitSignals, onPush })
  const onFailure = ({ action, reason }: Failure) => metrics?.countFailedAttempt(action, reason)
  const failureLog = makeFailureLog({ db: backgroundDatabase.db, clock, env, log, onFailure })
  const deps: Deps = { db, readTogether, clock, env, log, ids, gateways, realtime, jobs, commitSignals, failureLog }
  const backgroundDeps: Deps = { ...deps, db: backgroundDatabase.db, readTogether: backgroundDatabase.readTogether }

  const routes = [
    ...configRoutes,
    ...sandboxRoutes,
    ...storedFileRoutes(features.flatMap((feature) => feature.storedFileReaders ?? [])),
    ...assetRoutes(features.flatMap((feature) => feature.assetReaders ?? [])),
    ...features.flatMap((feature) => feature.routes ?? []),
  ]
  const eventHandlers = features.flatMap((feature) => feature.eventHandlers ?? [])
  const readiness: Readiness = { ready: false }
  const webFolder = options.webFolder ?? resolve(import.meta.dirname, '../../web/dist')
  const certificate = env.https ? ensureCertificate(env.dataDir, localHostNames(), Date.now()) : undefined
  const addMetrics = (server: FastifyInstance) =>
    metrics?.serveOn(server, { token: env.metricsToken ?? '', failureLog, hasRateLimits: env.rateLimits })
  const http = await buildHttpServer({
    deps,
    authenticator,
    pool,
    routes,
    readiness,
    webFolder,
    publicDocuments: features.flatMap((feature) => feature.publicDocuments ?? []),
    certificate,
    addMetrics,
    addSandboxPages: gateways.sandboxIdentity?.serveOn,
  })
  metrics?.addFigures(async () =>
    readNodeFigures({
      pools: { requests: pool, background: backgroundDatabase.pool },
      realtime,
      waitingPasswordHashes: () => passwordHashQueue.waitingCount,
    }),
  )
  metrics?.addFigures(() =>
    readDatabaseFigures({
      db: backgroundDatabase.db,
      clock,
      log,
      eventHandlers,
      failedSignInActions,
      featureFigures: features.flatMap((feature) => feature.figures ?? []),
    }),
  )
  const outboxRelay = makeOutboxRelay(backgroundDeps, backgroundDatabase.pool, eventHandlers)
  const nightlyTasks = [
    checkLedgerNightly,
    deleteOldFailuresNightly([...failedSignInActions, rateLimited, requestRefused]),
    deleteOldRepliesNightly,
    makeMissingVariantsNightly,
    ...features.flatMap((feature) => feature.nightlyTasks ?? []),
  ]
  const timers = makeTimerScanner(backgroundDeps, [
    expireUnusedFile,
    deleteUnclaimedBytes,
    expireUpload,
    deleteUnusedSource,
    ...features.flatMap((feature) => feature.timers ?? []),
    ...nightlyTasks.map(nightlyTimer),
  ])
  commitSignals.on((signal, origin) => {
    if (!signal.clock || !isMovable(clock)) return
    const moved = origin === 'remote' ? readClockShift(db).then(clock.setShift) : Promise.resolve()
    moved.then(
      () => realtime.emitToAll(clockMoved, { now: toIso(clock.now()) }),
      (error: unknown) => log.warn({ err: error }, 'sandbox clock read failed'),
    )
  })
  await outboxRelay.loadCursors()
  await jobs.createQueues([
    deleteUnusedImageBytes,
    convertAsset,
    compressAsset,
    renderAssetTurntable,
    makeImageVariants,
    deleteUnusedBytes,
    collectExport(exportParts(features)),
    ...features.flatMap((feature) => feature.jobs ?? []),
  ])

  return {
    databaseUrl,
    deps,
    backgroundDeps,
    http,
    routes,
    eventHandlers,
    outboxRelay,
    timers,
    jobs,
    realtime,
    readiness,
    async start() {
      await scheduleNightly(backgroundDeps, nightlyTasks)
      await commitSignals.start()
      databaseWatch.start()
      realtime.attach(http.server)
      outboxRelay.start()
      timers.start()
      await jobs.startWorkers(backgroundDeps)
      readiness.ready = true
    },
    async listen() {
      await http.listen({ host: env.host, port: env.port })
      const boundTo = http.server.address()
      const port = boundTo !== null && typeof boundTo === 'object' ? boundTo.port : env.port
      const address = loopbackAddress(env, port)
      // Sandbox payments call our webhook and other nodes proxy room connections, both as ordinary TLS clients.
      if (certificate) setDefaultCACertificates([...getCACertificates('default'), certificate.authority])
      await realtime.announceAddress(env.nodeAddress ?? address)
      if ('start' in gateways.payments) gateways.payments.start(address)
      gateways.sandboxIdentity?.start(address)
      return address
    },
    async stop() {
      /** Waits for a part of the stop. A database that does not reply must not hold up the end, and loses nothing by it. */
      const endWithin = (work: Promise<unknown>, timeoutMs: number) =>
        withinDeadline(work, timeoutMs).catch((error: unknown) => {
          if (!(error instanceof DeadlineError)) throw error
          log.warn({ err: error }, 'stopping took too long')
          database.cutOff()
          backgroundDatabase.cutOff()
        })
      readiness.ready = false
      if ('stop' in gateways.payments) await gateways.payments.stop()
      await realtime.stop()
      await closeHttpServer(http)
      await endWithin(Promise.all([outboxRelay.stop(), timers.stop(), jobs.stop()]), maxBackgroundStopMs)
      await commitSignals.stop()
      await gateways.mail.close?.()
      await endWithin(failureLog.flush(), maxDatabaseStopMs)
      closing = true
      await databaseWatch.stop()
      const closed = Promise.all([database.close(), backgroundDatabase.close()])
      await endWithin(closed, maxDatabaseStopMs)
    },
  }
}

/** Returns the configured key pair for push, or the one of this installation; undefined where push is switched off. */
async function loadVapidKeys(db: Db, deps: Pick<Deps, 'env' | 'log'>): Promise<Env['vapidKeys']> {
  if (!deps.env.push) return undefined
  return deps.env.vapidKeys ?? loadOrCreateVapidKeys(db, deps, makeVapidKeys)
}

const unbuilt = () => {
  throw new Error('failed work is read by an app that is built')
}

/**
 * Returns the product's features, wired with the small functions they share. `getDeps` may be called only after the app
 * is built.
 */
export function productFeatures(
  getDeps: () => Deps,
  getDeadLetters: () => DeadLetterSources = unbuilt,
): readonly Feature[] {
  const features = [
    accountsFeature,
    bookingsFeature({ isMailAllowed: allowsMail }),
    commissionsFeature,
    analyticsFeature,
    conversationsFeature({ afterRead: markMessageNotificationsRead }),
    dashboardFeature({
      listPendingActions,
      findNewestVersions,
      listNextBookings,
      sumMoney: sumDashboardMoney,
      sumMonths: sumDashboardMonths,
    }),
    notificationsFeature,
    paymentsFeature(() => getDeps().gateways.payments),
    reviewsFeature,
    roomsFeature({ now: () => getDeps().clock.now() }),
    supportFeature,
    talentFeature({
      changeTimeZone: (at, timeZone) => changeAccount(at, { timeZone }),
      readOpenServices: (db, creatorId, now) =>
        readOpenServices(db, creatorId, { now, paymentsOn: getDeps().env.payments }),
    }),
  ] satisfies Feature[]
  const queues = [
    ...features.flatMap((feature) => ('adminQueues' in feature ? feature.adminQueues : [])),
    deadLetterQueue,
  ]
  const admin = adminFeature({ queues, getDeadLetters })
  return [...features, admin, accountDeletionFeature(erasureParts([...features, admin]))]
}

/** Returns what the features know and have of a user; files come last, when nothing refers to them any more. */
export function erasureParts(features: readonly Feature[]): ErasureParts {
  return {
    obstacles: features.flatMap((feature) => feature.accountObstacles ?? []),
    erasers: [
      ...features.flatMap((feature) => feature.erasers ?? []),
      eventEraser,
      auditEraser,
      replyEraser,
      fileEraser,
    ],
  }
}

/** Returns what the copy of a user's data is made of. */
export function exportParts(features: readonly Feature[]): ExportParts {
  return {
    data: [...features.flatMap((feature) => feature.personalData ?? []), payoutAccountData, unfinishedFileData],
    files: [...uploadedFiles, ...features.flatMap((feature) => feature.personalFiles ?? [])],
  }
}
