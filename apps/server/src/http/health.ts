import { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Db } from '../db/database.ts'
import { problem, problemType } from './problem.ts'

/** Whether this node takes work; switched off when it goes down. */
export type Readiness = { ready: boolean }

/** /livez: the process answers, and says by which data of time zones it reckons. /readyz: it takes work and reaches its database. */
export function addHealth(app: FastifyInstance, db: Db, readiness: Readiness): void {
  const hidden = { schema: { hide: true } as object }
  app.get('/livez', hidden, async () => ({ status: 'alive', timeZones: process.versions.tz }))
  app.get('/readyz', hidden, async (request, reply) => {
    const reached = readiness.ready && (await reaches(db))
    if (reached) return { status: 'ready' }
    reply.header('retry-after', '2')
    return reply
      .code(503)
      .type(problemType)
      .send(problem(503, 'request.not-ready', request.id, 'en'))
  })
}

async function reaches(db: Db): Promise<boolean> {
  const limit = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1_500).unref())
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, limit])
}
