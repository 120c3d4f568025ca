import { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Db } from '../db/database.ts'
import { makeProblem, problemContentType } from './problem.ts'

const databaseTimeoutMs = 1_500
const retryAfterSeconds = 2

/** True while this node accepts work; false during startup and shutdown. */
export type Readiness = { ready: boolean }

/**
 * Adds /livez (the process responds, with its time zone data version) and /readyz (the node accepts work and reaches
 * its database).
 */
export function addHealthRoutes(app: FastifyInstance, db: Db, readiness: Readiness): void {
  const hidden = { schema: { hide: true } as object }
  app.get('/livez', hidden, async () => ({ status: 'alive', timeZones: process.versions.tz }))
  app.get('/readyz', hidden, async (request, reply) => {
    const reached = readiness.ready && (await isDatabaseReachable(db))
    if (reached) return { status: 'ready' }
    reply.header('retry-after', String(retryAfterSeconds))
    return reply
      .code(503)
      .type(problemContentType)
      .send(makeProblem(503, 'request.not-ready', request.id, 'en'))
  })
}

async function isDatabaseReachable(db: Db): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), databaseTimeoutMs).unref())
  const query = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([query, timeout])
}
