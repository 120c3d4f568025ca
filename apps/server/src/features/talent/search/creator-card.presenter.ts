import { type CreatorAction, creatorActionsFor } from '@veranda/core/talent/creator-actions.ts'
import { checkRequestTo } from '@veranda/core/commissions/offers/commission.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { ratingOf } from '@veranda/core/reviews/review.ts'
import { type Language } from '@veranda/contract/shared-schemas.ts'
import { type CreatorCard } from '@veranda/contract/talent/schemas.ts'
import { sql } from 'kysely'
import { avatarUrl, storedFileUrl } from '../../../platform/assets/stored-files/stored-file-url.ts'

/** Columns of a creator's card; `c` is the creator and `p` the user. */
export type CardRow = {
  id: string
  name: string
  avatar_file: string | null
  time_zone: string
  headline: string
  skills: string[]
  languages: string[]
  accepting: CreatorCard['accepting']
  price_from: number | null
  price_currency: string | null
  price_unit: CreatorCard['priceUnit']
  rating_sum: number
  rating_count: number
  images: { title: string; file: string }[]
  has_hourly_services: boolean
}

/** Who reads a card or a page; without payments, services with a price cannot be booked. */
export type CreatorReader = { readonly readerId: UserId; readonly paymentsOn: boolean }

const maxCardImages = 3

/** Selects whether the lowest price of the creator `c` is for an hour; a fixed price comes before an equal one per hour. */
export const priceUnitColumn = sql`(select s.unit from package_services s
    where s.creator_id = c.user_id and s.removed_at is null and s.price = c.price_from and s.currency = c.price_currency
    order by s.unit = 'hour' limit 1) as price_unit`

/** Returns the columns of a `CardRow`. */
export const cardColumns = (paymentsOn: boolean) => sql`
  c.user_id as id, u.name, u.avatar_file, u.time_zone, c.headline, c.skills, c.languages, c.accepting,
  c.price_from, c.price_currency, ${priceUnitColumn}, c.rating_sum, c.rating_count,
  (select coalesce(json_agg(json_build_object('title', best.title, 'file', best.file_id) order by best.position, best.id), '[]') from (
    select id, title, file_id, position from portfolio_items
    where creator_id = c.user_id and removed_at is null order by position, id limit ${sql.lit(maxCardImages)}
  ) as best) as images,
  exists (select from hourly_services h where h.creator_id = c.user_id and h.removed_at is null
    and (h.price is null or ${paymentsOn})) as has_hourly_services`

/** Returns a creator's card with what the reader may do. */
export function toCreatorCard(row: CardRow, readerId: UserId): CreatorCard {
  const { price_from: amount, price_currency: currency } = row
  return {
    id: row.id,
    name: row.name,
    avatar: avatarUrl(row.avatar_file),
    headline: row.headline,
    skills: row.skills,
    // Written by changeProfile, which accepts no other.
    languages: row.languages as Language[],
    timeZone: row.time_zone,
    priceFrom: amount === null || currency === null ? null : { amount, currency },
    priceUnit: row.price_unit,
    rating: ratingOf(row.rating_sum, row.rating_count),
    images: row.images.map(({ title, file }) => ({ title, url: storedFileUrl(file) ?? '' })),
    accepting: row.accepting,
    actions: actionsFor(row, readerId),
  }
}

/** Returns what a reader may do, by the rule that the request itself follows. */
function actionsFor(row: CardRow, readerId: UserId): CreatorAction[] {
  const creator = { id: asId<UserId>(row.id), accepting: row.accepting }
  return creatorActionsFor({
    isOwner: creator.id === readerId,
    canRequest: checkRequestTo(creator, readerId).ok,
    canBook: row.has_hourly_services,
  })
}
