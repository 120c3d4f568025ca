import { type Booking, sideOf } from '@veranda/core/bookings/booking.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../db/database.ts'
import { type Entry } from './calendar-file.ts'
import { type BookingRow, toBooking } from './rows.ts'

type Row = BookingRow & {
  reader_name: string
  reader_email: string
  reader_language: string
  other_name: string
}

type Which = { readonly id: string } | { readonly from: Instant; readonly now: Instant }

/** As many as a calendar program reads at once without trouble. */
const most = 1_000

/**
 * Bookings as one person has them in their calendar, in their order, with what the file says of both people. Of more
 * than there is room for, those that are to come stay, the nearest first, and then the last ones that are over.
 */
export async function entriesFor(db: Db, personId: string, which: Which): Promise<Entry[]> {
  const now = new Date('now' in which ? which.now : 0)
  const where =
    'id' in which
      ? sql`b.id = ${which.id}`
      : sql`b.starts_at >= ${new Date(which.from)} and b.state in ('requested', 'confirmed', 'in_session', 'completed')`
  const each = (side: string) =>
    sql`(select b.* from bookings b where ${sql.ref(`b.${side}_id`)} = ${personId} and ${where})`
  const { rows } = await sql<Row>`
    select b.*, me.name as reader_name, me.email as reader_email, me.language as reader_language,
      other.name as other_name
    from (${each('client')} union all ${each('creator')}) b
      join people me on me.id = ${personId}
      join people other on other.id = case b.client_id when ${personId} then b.creator_id else b.client_id end
    order by b.ends_at <= ${now}, abs(extract(epoch from b.starts_at - ${now}::timestamptz)), b.id limit ${most}`.execute(
    db,
  )
  const inOrder = rows.toSorted((one, other) => one.starts_at - other.starts_at)
  return inOrder.flatMap((row): Entry[] => {
    const booking: Booking = toBooking(row)
    const side = sideOf(booking, personId)
    const reader = { name: row.reader_name, email: row.reader_email, language: row.reader_language }
    return side ? [{ booking, side, otherName: row.other_name, reader }] : []
  })
}
