import { type Talent } from '@veranda/contract/talent/schemas.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../db/database.ts'
import { fileAddress } from '../../files/address.ts'
import { showSummary, type SummaryRow, workJson } from '../../works/show-work.ts'
import { readReviews } from './list-reviews.ts'
import { type CardRow, cardColumns, showCard } from './show-card.ts'

type Row = CardRow & {
  about: string
  completed_count: number
  member_since: Instant
  services: Talent['services']
  portfolio: (Omit<Talent['portfolio'][number], 'picture' | 'work'> & { file: string; work: SummaryRow | null })[]
}

/** A creator's public page; undefined when that person is none. */
export async function readTalent(db: Db, personId: string): Promise<Talent | undefined> {
  const { rows } = await sql<Row>`
    select ${cardColumns}, c.about, c.completed_count, p.created_at as member_since,
      (select coalesce(json_agg(json_build_object(
          'id', s.id, 'title', s.title, 'description', s.description, 'unit', s.unit, 'deliveryDays', s.delivery_days,
          'price', json_build_object('amount', s.price, 'currency', s.currency)) order by s.position), '[]')
        from services s where s.creator_id = c.person_id and s.removed_at is null) as services,
      (select coalesce(json_agg(json_build_object(
          'id', x.id, 'title', x.title, 'description', x.description, 'file', x.file_id,
          'width', f.width, 'height', f.height, 'work', case when w.id is not null then ${workJson} end) order by x.position), '[]')
        from portfolio_pieces x join files f on f.id = x.file_id
        left join works w on w.id = x.work_id left join originals o on o.sha256 = w.sha256
        where x.creator_id = c.person_id and x.removed_at is null) as portfolio
    from creators c join people p on p.id = c.person_id
    where c.person_id = ${personId} and p.closed_at is null`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    ...showCard(row),
    about: row.about,
    services: row.services,
    portfolio: row.portfolio.map(({ file, work, ...piece }) => ({
      ...piece,
      picture: fileAddress(file) ?? '',
      work: work && showSummary(work, false),
    })),
    reviews: await readReviews(db, personId),
    completed: row.completed_count,
    memberSince: toIso(row.member_since),
  }
}

/** One's own page; before the first save it is an empty one. */
export async function readProfile(db: Db, personId: string): Promise<Talent> {
  const known = await readTalent(db, personId)
  if (known) return known
  const person = await db
    .selectFrom('people')
    .select(['id', 'name', 'avatar_file', 'time_zone', 'created_at'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  return {
    id: person.id,
    name: person.name,
    avatar: fileAddress(person.avatar_file),
    headline: '',
    skills: [],
    languages: [],
    timeZone: person.time_zone,
    priceFrom: null,
    rating: { average: null, count: 0 },
    pictures: [],
    accepting: 'open',
    about: '',
    services: [],
    portfolio: [],
    reviews: { items: [], next: null },
    completed: 0,
    memberSince: toIso(person.created_at),
  }
}
