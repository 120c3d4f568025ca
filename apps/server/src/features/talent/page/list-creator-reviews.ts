import { type CreatorReviews } from '@veranda/contract/talent/schemas.ts'
import { type PageQuery } from '@veranda/contract/shared-schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Cursor, encodeCursor, parseCursor } from '../../../platform/db/cursor.ts'
import { type Db } from '../../../platform/db/database.ts'
import { pageLimit } from '../../../platform/db/page-limit.ts'
import { avatarUrl } from '../../../platform/assets/stored-files/stored-file-url.ts'

const defaultPageSize = 10

/** Lists published client reviews of a creator, newest first. */
export async function listCreatorReviews(db: Db, creatorId: string, page: PageQuery): Promise<Result<CreatorReviews>> {
  const cursor = parseCursor(page.cursor)
  return cursor.ok ? ok(await findReviews(db, creatorId, page.limit, cursor.value)) : cursor
}

/** Finds one page of reviews; the first one if `cursor` is omitted. */
export async function findReviews(
  db: Db,
  creatorId: string,
  limit = defaultPageSize,
  cursor?: Cursor,
): Promise<CreatorReviews> {
  let rows = db
    .selectFrom('reviews as r')
    .innerJoin('commissions as k', 'k.id', 'r.commission_id')
    .innerJoin('projects as pr', 'pr.id', 'k.project_id')
    .innerJoin('users as by', 'by.id', 'r.by_id')
    .select(['r.id', 'r.stars', 'r.text', 'r.answer', 'r.published_at', 'pr.title as project'])
    .select(['by.id as by_id', 'by.name as by_name', 'by.avatar_file'])
    .where('r.about_id', '=', creatorId)
    .where('k.creator_id', '=', creatorId)
    .where('r.published_at', 'is not', null)
    .$narrowType<{ published_at: Instant }>()
  if (cursor) {
    rows = rows.where(sql<boolean>`(r.published_at, r.id) < (${new Date(cursor.at)}::timestamptz, ${cursor.id}::uuid)`)
  }
  const found = await rows.orderBy('r.published_at', 'desc').orderBy('r.id', 'desc').limit(pageLimit(limit)).execute()
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => ({
      id: row.id,
      by: { id: row.by_id, name: row.by_name, avatar: avatarUrl(row.avatar_file) },
      stars: row.stars,
      text: row.text,
      answer: row.answer,
      at: toIso(row.published_at),
      project: row.project,
    })),
    next: found.length > limit && last ? encodeCursor({ at: last.published_at, id: last.id }) : null,
  }
}
