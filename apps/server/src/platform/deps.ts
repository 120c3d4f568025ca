import { type IdGenerator } from '@veranda/core/ids.ts'
import { type FailureLog } from './audit/failure-log.ts'
import { type Clock } from './clock/clock.ts'
import { type Db } from './db/database.ts'
import { type ReadTogether } from './db/read-together.ts'
import { type CommitSignals } from './db/commit-signals.ts'
import { type Env } from '../env.ts'
import { type Gateways } from '../gateways/gateways.ts'
import { type Jobs } from './jobs/jobs.ts'
import { type Realtime } from './realtime/realtime.ts'
import { type Logger } from './logger.ts'

/** The dependencies of a use case besides its transaction; built once in app.ts. */
export type Deps = {
  readonly db: Db
  readonly readTogether: ReadTogether
  readonly clock: Clock
  readonly env: Env
  readonly log: Logger
  /** Generates UUIDv7 texts; callers brand them: `asId<MilestoneId>(deps.ids.next())`. */
  readonly ids: IdGenerator
  readonly gateways: Gateways
  readonly realtime: Realtime
  readonly jobs: Jobs
  readonly commitSignals: CommitSignals
  readonly failureLog: FailureLog
}
