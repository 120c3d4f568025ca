import { creatorActionsFor } from '@veranda/core/talent/creator-actions.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { stepsToBeFound } from '@veranda/core/talent/page/findable.ts'
import { ratingOf } from '@veranda/core/reviews/review.ts'
import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'
import { avatarUrl, storedFileUrl } from '../../../platform/assets/stored-files/stored-file-url.ts'
import { toAssetSummaryDto, type AssetSummaryRow, assetSummaryJson } from '../../../platform/assets/asset.presenter.ts'
import { findPageFacts } from './page-facts.ts'
import { findReviews } from './list-creator-reviews.ts'
import { type CardRow, cardColumns, type CreatorReader, toCreatorCard } from '../search/creator-card.presenter.ts'

type PortfolioItem = Profile['portfolio'][number]
type FileRow = Pick<PortfolioItem['files'][number], 'id' | 'width' | 'height'> & {
  file: string
  asset: AssetSummaryRow | null
}

type CreatorRow = CardRow & {
  about: string
  completed_count: number
  member_since: Instant
  services: Profile['services']
  portfolio: (Pick<PortfolioItem, 'id' | 'title' | 'description' | 'discipline'> & { files: FileRow[] })[]
}

/** Reads a creator's public page as the reader sees it; undefined if the user is not a creator. */
export async function readCreator(
  db: Db,
  userId: string,
  { readerId, paymentsOn }: CreatorReader,
): Promise<Profile | undefined> {
  const { rows } = await sql<CreatorRow>`
    select ${cardColumns(paymentsOn)}, c.about, c.completed_count, u.created_at as member_since,
      (select coalesce(json_agg(json_build_object(
          'id', s.id, 'title', s.title, 'description', s.description, 'unit', s.unit,
          'deliveryDays', s.delivery_days, 'reviewRounds', s.review_rounds,
          'price', json_build_object('amount', s.price, 'currency', s.currency)) order by s.position, s.id), '[]')
        from package_services s where s.creator_id = c.user_id and s.removed_at is null) as services,
      (select coalesce(json_agg(json_build_object(
          'id', x.id, 'title', x.title, 'description', x.description, 'discipline', x.discipline, 'files', (
            select json_agg(json_build_object(
              'id', p.id, 'file', p.file_id, 'width', f.width, 'height', f.height,
              'asset', case when w.id is not null then ${assetSummaryJson} end) order by p.position)
            from portfolio_files p join stored_files f on f.id = p.file_id
              left join assets w on w.id = p.asset_id left join asset_sources o on o.sha256 = w.sha256
            where p.item_id = x.id)) order by x.position, x.id), '[]')
        from portfolio_items x where x.creator_id = c.user_id and x.removed_at is null) as portfolio
    from creators c join users u on u.id = c.user_id
    where c.user_id = ${userId} and u.closed_at is null
      and (u.deletion_at is null and u.suspended_at is null or c.user_id = ${readerId})`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    ...toCreatorCard(row, readerId),
    about: row.about,
    services: row.services,
    portfolio: row.portfolio.flatMap(toPortfolioItem),
    reviews: await findReviews(db, userId),
    completedCount: row.completed_count,
    memberSince: toIso(row.member_since),
    stepsLeft: userId === readerId ? stepsToBeFound(await findPageFacts(db, userId)) : [],
  }
}

/** Returns a portfolio item with its files; the first one is the cover. */
function toPortfolioItem({ files: rows, ...item }: CreatorRow['portfolio'][number]): PortfolioItem[] {
  const files = rows.map(({ file, asset, ...facts }) => ({
    ...facts,
    image: storedFileUrl(file) ?? '',
    asset: asset && toAssetSummaryDto(asset, 'view'),
  }))
  const [cover] = files
  if (!cover) return []
  const { image, width, height, asset } = cover
  return [{ ...item, image, width, height, asset, files }]
}

/** Reads the user's own page; an empty one before the first save. */
export async function readProfile(db: Db, userId: UserId): Promise<Profile> {
  const known = await readCreator(db, userId, { readerId: userId, paymentsOn: false })
  if (known) return known
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'avatar_file', 'time_zone', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    id: user.id,
    name: user.name,
    avatar: avatarUrl(user.avatar_file),
    headline: '',
    skills: [],
    languages: [],
    timeZone: user.time_zone,
    priceFrom: null,
    priceUnit: null,
    rating: ratingOf(0, 0),
    images: [],
    accepting: 'open',
    about: '',
    services: [],
    portfolio: [],
    reviews: { items: [], next: null },
    completedCount: 0,
    memberSince: toIso(user.created_at),
    stepsLeft: stepsToBeFound(await findPageFacts(db, userId)),
    actions: creatorActionsFor({ isOwner: true, canRequest: false, canBook: false }),
  }
}
