import { type Side } from '@veranda/core/reviews/double-blind.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db, type Tx } from '../../db/database.ts'

/** The two people of a commission, and their time to review each other once it is completed. */
export type ReviewWindow = {
  readonly commissionId: string
  readonly projectId: string
  readonly clientId: string
  readonly creatorId: string
  readonly closesAt: Instant | null
  readonly closed: boolean
}

/** The commission's window; with `hold` its row is held, so that both sides' writing follows each other. */
export async function findWindow(db: Db, commissionId: string, hold = false): Promise<ReviewWindow | undefined> {
  if (hold) {
    const held = db.selectFrom('review_windows').select('commission_id').where('commission_id', '=', commissionId)
    await held.forUpdate().execute()
  }
  const row = await db
    .selectFrom('commissions as c')
    .leftJoin('review_windows as w', 'w.commission_id', 'c.id')
    .where('c.id', '=', commissionId)
    .select(['c.id', 'c.project_id', 'c.client_id', 'c.creator_id', 'w.closes_at', 'w.closed_at'])
    .executeTakeFirst()
  return (
    row && {
      commissionId: row.id,
      projectId: row.project_id,
      clientId: row.client_id,
      creatorId: row.creator_id,
      closesAt: row.closes_at,
      closed: row.closed_at !== null,
    }
  )
}

/** Which side of the window a person is on; undefined for everybody else. */
export function sideOf(window: Pick<ReviewWindow, 'clientId' | 'creatorId'>, personId: PersonId): Side | undefined {
  if (window.clientId === personId) return 'client'
  return window.creatorId === personId ? 'creator' : undefined
}

/** The reviews of a commission with the people of each. */
export function findReviews(db: Db, commissionId: string) {
  return db
    .selectFrom('reviews as r')
    .innerJoin('people as b', 'b.id', 'r.by_id')
    .innerJoin('people as a', 'a.id', 'r.about_id')
    .where('r.commission_id', '=', commissionId)
    .orderBy('r.created_at')
    .selectAll('r')
    .select([
      'b.name as by_name',
      'b.avatar_file as by_avatar',
      'a.name as about_name',
      'a.avatar_file as about_avatar',
    ])
    .execute()
}
export type ReviewRow = Awaited<ReturnType<typeof findReviews>>[number]

/** Ends the time to write. */
export async function closeWindow(tx: Tx, commissionId: string, at: Instant): Promise<void> {
  await tx
    .updateTable('review_windows')
    .set({ closed_at: new Date(at) })
    .where('commission_id', '=', commissionId)
    .where('closed_at', 'is', null)
    .execute()
}
