import { type SuspensionReply } from '@veranda/contract/accounts/suspension/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Actor } from '../../../platform/access/actor.ts'
import { hashCookieToken } from '../../../platform/access/authentication.ts'
import { type Db } from '../../../platform/db/database.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'

type CookieContext = { readonly tx: Db; readonly actor: Actor | undefined; readonly request: RequestInfo }

/**
 * Reads the suspension that ended the session of this browser, by the cookie that it still has; null for every other
 * browser.
 */
export async function readSuspension({ tx, actor, request }: CookieContext): Promise<Result<SuspensionReply>> {
  if (actor || !request.cookieToken) return ok({ suspension: null })
  const row = await tx
    .selectFrom('users')
    .select(['suspended_until', 'suspension_reason'])
    .where('suspended_at', 'is not', null)
    .where(sql<boolean>`${hashCookieToken(request.cookieToken)} = any(suspended_token_hashes)`)
    .executeTakeFirst()
  if (!row) return ok({ suspension: null })
  const until = row.suspended_until === null ? null : toIso(row.suspended_until)
  return ok({ suspension: { until, reason: row.suspension_reason ?? '' } })
}
