import { type Language } from '@veranda/contract/shared-schemas.ts'
import { type PublicCreator } from '@veranda/contract/talent/explore/schemas.ts'
import { takesRequests } from '@veranda/core/commissions/offers/commission.ts'
import { publicPageActionsFor } from '@veranda/core/talent/creator-actions.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'
import { findPublicCreator } from '../listing/handles.ts'
import { publicSummaryColumns, type PublicSummaryRow, toPublicSummary } from './explore-creators.ts'

const maxWorks = 60
const maxReviews = 20

/** Reads what of a creator can be booked, and when next; passed in by the composition root. */
export type ReadOpenServices = (
  db: Db,
  creatorId: string,
  now: Instant,
) => Promise<Pick<PublicCreator, 'hourlyServices' | 'freeTimes'>>

type PublicCreatorRow = PublicSummaryRow & {
  id: string
  about: string
  languages: string[]
  time_zone: string
  completed_count: number
  member_since: Instant
  services: PublicCreator['services']
  reviews: (Omit<PublicCreator['reviews'][number], 'at'> & { at: Instant })[]
}

/**
 * Reads the page of a creator who agreed to be shown, by the current or a former handle. It is the same for everyone
 * who reads it; undefined if strangers see no page.
 */
export async function readPublicCreator(
  db: Db,
  handle: string,
  { now, readOpenServices }: { now: Instant; readOpenServices: ReadOpenServices },
): Promise<PublicCreator | undefined> {
  const found = await findPublicCreator(db, handle)
  if (!found) return undefined
  const [{ rows }, open] = await Promise.all([
    sql<PublicCreatorRow>`
      select c.user_id as id, ${publicSummaryColumns(maxWorks, now)}, c.about, c.languages, u.time_zone, c.completed_count,
        u.created_at as member_since,
        (select coalesce(json_agg(json_build_object(
            'id', s.id, 'title', s.title, 'description', s.description, 'unit', s.unit,
            'deliveryDays', s.delivery_days, 'reviewRounds', s.review_rounds,
            'price', json_build_object('amount', s.price, 'currency', s.currency)) order by s.position), '[]')
          from package_services s where s.creator_id = c.user_id and s.removed_at is null) as services,
        (select coalesce(json_agg(json_build_object('id', r.id, 'by', r.first_name, 'stars', r.stars, 'text', r.text,
            'answer', r.answer, 'at', (extract(epoch from r.published_at) * 1000)::bigint)
            order by r.published_at desc, r.id desc), '[]')
          from (
            select r.id, r.stars, r.text, r.answer, r.published_at, b.first_name
            from reviews r join commissions k on k.id = r.commission_id join users b on b.id = r.by_id
            where r.about_id = c.user_id and k.creator_id = c.user_id and r.published_at is not null
            order by r.published_at desc, r.id desc limit ${sql.lit(maxReviews)}
          ) as r) as reviews
      from creators c join public_creators p on p.creator_id = c.user_id join users u on u.id = c.user_id
      where c.user_id = ${found.creatorId}`.execute(db),
    readOpenServices(db, found.creatorId, now),
  ])
  const [row] = rows
  if (!row) return undefined
  return {
    ...toPublicSummary(row),
    id: row.id,
    about: row.about,
    // Written by changeProfile, which accepts no other.
    languages: row.languages as Language[],
    timeZone: row.time_zone,
    completedCount: row.completed_count,
    memberSince: toIso(row.member_since),
    services: row.services,
    reviews: row.reviews.map((review) => ({ ...review, at: toIso(review.at) })),
    ...open,
    actions: publicPageActionsFor({
      takesRequests: takesRequests(row),
      hasHourlyServices: open.hourlyServices.length > 0,
    }),
  }
}
