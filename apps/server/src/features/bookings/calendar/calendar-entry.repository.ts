import { type Booking, sideOf } from '@veranda/core/bookings/booking.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { nameInLanguage } from '../../../platform/access/name-in-language.ts'
import { type Db } from '../../../platform/db/database.ts'
import { type CalendarEntry } from './icalendar.ts'
import { type BookingRow, toBooking } from '../booking.repository.ts'

type EntryRow = BookingRow & {
  reader_name: string
  reader_email: string | null
  reader_language: string
  other_name: string
}

type EntryFilter = { readonly id: string } | { readonly from: Instant; readonly now: Instant }

/** Number of entries that a calendar program reads at once without trouble. */
const maxEntries = 1_000

/**
 * Finds the bookings in a user's calendar, sorted by start, with the names that the file needs. If there are more than
 * `maxEntries`, keeps the upcoming ones, nearest first, then the most recent past ones.
 */
export async function findCalendarEntries(db: Db, userId: string, which: EntryFilter): Promise<CalendarEntry[]> {
  const now = new Date('now' in which ? which.now : 0)
  const where =
    'id' in which
      ? sql`b.id = ${which.id}`
      : sql`b.starts_at >= ${new Date(which.from)} and b.state in ('requested', 'confirmed', 'in_session', 'completed')`
  const each = (side: string) =>
    sql`(select b.* from bookings b where ${sql.ref(`b.${side}_id`)} = ${userId} and ${where})`
  const { rows } = await sql<EntryRow>`
    select b.*, me.name as reader_name, me.email as reader_email, me.language as reader_language,
      other.name as other_name
    from (${each('client')} union all ${each('creator')}) b
      join users me on me.id = ${userId}
      join users other on other.id = case b.client_id when ${userId} then b.creator_id else b.client_id end
    order by b.ends_at <= ${now}, abs(extract(epoch from b.starts_at - ${now}::timestamptz)), b.id limit ${maxEntries}`.execute(
    db,
  )
  const inOrder = rows.toSorted((one, other) => one.starts_at - other.starts_at)
  return inOrder.flatMap((row): CalendarEntry[] => {
    const booking: Booking = toBooking(row)
    const side = sideOf(booking, userId)
    const reader = { name: row.reader_name, email: row.reader_email, language: row.reader_language }
    return side ? [{ booking, side, otherName: nameInLanguage(row.other_name, reader.language), reader }] : []
  })
}
