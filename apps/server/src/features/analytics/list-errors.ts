import { type ErrorGroupList } from '@veranda/contract/analytics/schemas.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type Db, type Tx } from '../../platform/db/database.ts'

const maxListedErrors = 100

/** Returns the groups of errors that happened last. */
export async function listErrors(db: Db | Tx): Promise<ErrorGroupList> {
  const rows = await db
    .selectFrom('error_groups')
    .selectAll()
    .orderBy('last_at', 'desc')
    .orderBy('fingerprint')
    .limit(maxListedErrors)
    .execute()
  const items = rows.map(({ first_at: firstAt, last_at: lastAt, ...group }) => ({
    ...group,
    firstAt: toIso(firstAt),
    lastAt: toIso(lastAt),
  }))
  return { items }
}
