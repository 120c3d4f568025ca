import { type SecurityEventList, type SecurityEventsQuery } from '@veranda/contract/accounts/security-events/schemas.ts'
import { type SecurityEventType, securityEventTypes } from '@veranda/core/accounts/security-events/security-event.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type QueryContext } from '../../../platform/access/command-context.ts'
import { encodeCursor, parseCursor } from '../../../platform/db/cursor.ts'

const pageSize = 20

/** Lists the security events of the caller's account, newest first. Refuses list.cursor-unreadable. */
export async function listSecurityEvents(
  { tx, actor, deps }: QueryContext,
  query: SecurityEventsQuery,
): Promise<Result<SecurityEventList>> {
  const parsed = parseCursor(query.cursor)
  if (!parsed.ok) return parsed
  const cursor = parsed.value
  const rows = await tx
    .selectFrom('audit_log')
    .select(['id', 'action', 'at', 'user_agent', 'ip_address'])
    .select((e) =>
      e.selectFrom('users').select('language').whereRef('users.id', '=', 'audit_log.user_id').as('language'),
    )
    .select(sql<number>`coalesce((data ->> 'count')::integer, 1)`.as('count'))
    .where('user_id', '=', actor.id)
    .where('action', 'in', securityEventTypes)
    .$if(cursor !== undefined, (q) =>
      q.where(sql<boolean>`(at, id) < (${new Date(cursor?.at ?? 0)}, ${cursor?.id ?? null})`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { locations } = deps.gateways
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return ok({
    items: shown.map((row) => ({
      id: row.id,
      // The query selects no others.
      type: row.action as SecurityEventType,
      at: toIso(row.at),
      userAgent: row.user_agent,
      ipAddress: row.ip_address,
      location: row.ip_address === null ? null : (locations.locate(row.ip_address, row.language ?? 'en') ?? null),
      count: row.count,
    })),
    next: rows.length > pageSize && last ? encodeCursor({ at: last.at, id: last.id }) : null,
  })
}
