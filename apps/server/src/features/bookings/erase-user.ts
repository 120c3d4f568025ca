import { sql } from 'kysely'
import { type AccountObstacleQuery, type Eraser } from '../../platform/access/account-erasure.ts'
import { clearEventTexts } from '../../platform/events/erase-events.ts'

/** Lists bookings that are to come or whose money is not settled. */
export const openBookings: AccountObstacleQuery = async ({ db, now }, userId) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from bookings
    where (client_id = ${userId} or creator_id = ${userId}) and (
      (state = 'reserved' and (attempt is not null or expires_at > ${new Date(now)}))
      or state in ('requested', 'confirmed', 'in_session')
      or (not settled and paid_charge_id is not null))`.execute(db)
  return [{ kind: 'bookings', count: rows[0]?.count ?? 0, amounts: [] }]
}

/**
 * Deletes a user's hours, services and calendar. The terms, notes and reasons of past bookings
 * stay with the other side, and go with the second of them.
 */
export const bookingEraser: Eraser = {
  tables: [
    'hourly_services',
    'schedules',
    'bookings',
    'occupancy',
    'availability_index',
    'free_times',
    'calendar_feeds',
  ],
  async erase({ tx, deps }, { id }) {
    await tx.deleteFrom('calendar_feeds').where('user_id', '=', id).execute()
    await tx.deleteFrom('schedules').where('user_id', '=', id).execute()
    await tx.deleteFrom('availability_index').where('creator_id', '=', id).execute()
    await tx.deleteFrom('free_times').where('creator_id', '=', id).execute()
    await tx.deleteFrom('occupancy').where('user_id', '=', id).execute()
    await sql`
      delete from hourly_services s
      where creator_id = ${id} and not exists (select from bookings b where b.service_id = s.id)`.execute(tx)
    await sql`
      update hourly_services set title = '', description = '',
        removed_at = coalesce(removed_at, ${new Date(deps.clock.now())})
      where creator_id = ${id}`.execute(tx)
    await sql`update bookings set client_zone = 'UTC' where client_id = ${id}`.execute(tx)
    await sql`update bookings set creator_zone = 'UTC' where creator_id = ${id}`.execute(tx)
    const { rows: left } = await sql<{ id: string }>`
      update bookings b set note = '', terms = terms || '{"title": ""}', ended = ended || '{"reason": ""}',
        proposal = proposal || '{"note": ""}'
      where (client_id = ${id} or creator_id = ${id}) and not exists (
        select from users u where u.id in (b.client_id, b.creator_id) and u.closed_at is null)
      returning id`.execute(tx)
    await clearEventTexts(tx, { bookingIds: left.map((booking) => booking.id) })
  },
}
