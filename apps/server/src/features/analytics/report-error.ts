import { type ErrorReportBody } from '@veranda/contract/analytics/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { anonymiseMessage, errorGroupText, isSilentError } from '@veranda/core/analytics/error-report.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { type Tx } from '../../platform/db/database.ts'
import { timestamptz } from '../../platform/db/timestamptz.ts'
import { type Deps } from '../../platform/deps.ts'
import { type RequestInfo } from '../../platform/http/route.ts'
import { asksNotToBeCounted } from './privacy-signals.ts'

/** Different errors that are kept; further ones are dropped until old ones are deleted. */
export const maxErrorGroups = 1_000

/**
 * Adds an error of the app to its group. The message is anonymised here too, because nothing says that the report comes
 * from our own page. Silent errors, and those of browsers that ask not to be counted, are dropped.
 */
export async function reportError(
  { tx, deps, request }: { tx: Tx; deps: Deps; request: RequestInfo },
  { name, message: sentMessage, frames, screen, version, release }: ErrorReportBody,
): Promise<Result<Done>> {
  if (asksNotToBeCounted(request) || isSilentError({ name, message: sentMessage })) return ok({ done: true })
  const message = anonymiseMessage(sentMessage)
  const fingerprint = createHash('sha256').update(errorGroupText({ name, message, frames })).digest('hex')
  const now = timestamptz(deps.clock.now())
  await sql`
    insert into error_groups (fingerprint, name, message, frames, screen, version, release, count, first_at, last_at)
    select ${fingerprint}, ${name}, ${message}, ${frames}::text[], ${screen}, ${version}, ${release}, 1, ${now}, ${now}
    where exists (select from error_groups where fingerprint = ${fingerprint})
      or (select count(*) from error_groups) < ${sql.lit(maxErrorGroups)}
    on conflict (fingerprint) do update set
      count = error_groups.count + 1, last_at = excluded.last_at, frames = excluded.frames, screen = excluded.screen,
      version = excluded.version, release = excluded.release`.execute(tx)
  return ok({ done: true })
}
