import { type Review, type ReviewParty } from '@veranda/core/reviews/review.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db, type Tx } from '../../platform/db/database.ts'

/** The two parties of a commission and, once it is completed, their review period. */
export type ReviewPeriod = {
  readonly commissionId: string
  readonly projectId: string
  readonly clientId: string
  readonly creatorId: string
  readonly closesAt: Instant | null
  readonly closed: boolean
}

/** Returns the commission's review period; with `lock` its row is locked, which serialises both parties' writes. */
export async function findReviewPeriod(db: Db, commissionId: string, lock = false): Promise<ReviewPeriod | undefined> {
  if (lock) {
    const lockQuery = db.selectFrom('review_periods').select('commission_id').where('commission_id', '=', commissionId)
    await lockQuery.forUpdate().execute()
  }
  const row = await db
    .selectFrom('commissions as c')
    .leftJoin('review_periods as p', 'p.commission_id', 'c.id')
    .where('c.id', '=', commissionId)
    .select(['c.id', 'c.project_id', 'c.client_id', 'c.creator_id', 'p.closes_at', 'p.closed_at'])
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

/** Returns the party that a user is in the period; undefined for everyone else. */
export function partyInReviewPeriod(
  period: Pick<ReviewPeriod, 'clientId' | 'creatorId'>,
  userId: UserId,
): ReviewParty | undefined {
  if (period.clientId === userId) return 'client'
  return period.creatorId === userId ? 'creator' : undefined
}

/** Returns the reviews of a commission with author and subject. */
export function findReviews(db: Db, commissionId: string) {
  return db
    .selectFrom('reviews as r')
    .innerJoin('users as b', 'b.id', 'r.by_id')
    .innerJoin('users as a', 'a.id', 'r.about_id')
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

/** Maps a stored review to what decides who may answer it. */
export function answerableReview(row: {
  about_id: string
  published_at: Instant | null
  answer: string | null
}): Review {
  return { about: asId<UserId>(row.about_id), visible: row.published_at !== null, answered: row.answer !== null }
}

/** Closes the review period. */
export async function closeReviewPeriod(tx: Tx, commissionId: string, at: Instant): Promise<void> {
  await tx
    .updateTable('review_periods')
    .set({ closed_at: new Date(at) })
    .where('commission_id', '=', commissionId)
    .where('closed_at', 'is', null)
    .execute()
}
