import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type WorkReader } from '../../works/readers.ts'
import { findRoom, isOverFor } from './find-room.ts'

/** Guests of a room see the versions that can stand on its stage, until it is over; never the sources. */
export const roomWorks =
  (now: () => Instant): WorkReader =>
  async ({ db, work, personId }) => {
    if (personId === null) return 'nothing'
    const { rows } = await sql<{ id: string }>`
      select distinct r.id from deliverable_works x
      join deliverables d on d.id = x.deliverable_id and d.state <> 'draft'
      join milestones m on m.id = d.milestone_id
      join room_people g on g.person_id = ${personId} and g.removed_at is null
      join rooms r on r.id = g.room_id
      left join bookings b on b.id = r.booking_id
      where x.work_id = ${work.id}
        and (r.project_id = m.project_id or (b.client_id = m.client_id and b.creator_id = m.creator_id))`.execute(db)
    for (const { id } of rows) {
      const room = await findRoom(db, id, personId, now())
      if (typeof room !== 'string' && !isOverFor(room)) return 'view'
    }
    return 'nothing'
  }
