import { type Language } from '@veranda/contract/shapes.ts'
import { type TalentCard } from '@veranda/contract/talent/schemas.ts'
import { sql } from 'kysely'
import { fileAddress } from '../../files/address.ts'

/** A creator as a card needs them; `c` is the creator and `p` the person. */
export type CardRow = {
  id: string
  name: string
  avatar_file: string | null
  time_zone: string
  headline: string
  skills: string[]
  languages: string[]
  accepting: TalentCard['accepting']
  price_from: number | null
  price_currency: string | null
  rating_sum: number
  rating_count: number
  pictures: { title: string; file: string }[]
}

const picturesShown = 3

export const cardColumns = sql`
  c.person_id as id, p.name, p.avatar_file, p.time_zone, c.headline, c.skills, c.languages, c.accepting,
  c.price_from, c.price_currency, c.rating_sum, c.rating_count,
  (select coalesce(json_agg(json_build_object('title', best.title, 'file', best.file_id) order by best.position), '[]') from (
    select title, file_id, position from portfolio_pieces
    where creator_id = c.person_id and removed_at is null order by position limit ${sql.lit(picturesShown)}
  ) as best) as pictures`

export function showCard(row: CardRow): TalentCard {
  const { price_from: amount, price_currency: currency } = row
  return {
    id: row.id,
    name: row.name,
    avatar: fileAddress(row.avatar_file),
    headline: row.headline,
    skills: row.skills,
    // Written by changeProfile, which takes no other.
    languages: row.languages as Language[],
    timeZone: row.time_zone,
    priceFrom: amount === null || currency === null ? null : { amount, currency },
    rating: {
      average: row.rating_count === 0 ? null : Math.round((row.rating_sum * 10) / row.rating_count) / 10,
      count: row.rating_count,
    },
    pictures: row.pictures.map(({ title, file }) => ({ title, url: fileAddress(file) ?? '' })),
    accepting: row.accepting,
  }
}
