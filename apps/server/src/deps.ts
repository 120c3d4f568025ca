import { type Clock } from './clock.ts'
import { type Db } from './db/database.ts'
import { type Wake } from './db/wake.ts'
import { type Env } from './env.ts'
import { type Gateways } from './gateways/gateways.ts'
import { type Jobs } from './jobs/jobs.ts'
import { type Live } from './live/live.ts'
import { type Logger } from './logger.ts'

/** What a use case may need besides its transaction; built once in app.ts and handed down. */
export type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly env: Env
  readonly log: Logger
  /** Fresh UUIDv7 texts; callers brand them: `deps.ids.next() as MilestoneId`. */
  readonly ids: Ids
  readonly gateways: Gateways
  readonly live: Live
  readonly jobs: Jobs
  readonly wake: Wake
}

export type Ids = { next(): string }
