import { type RawBuilder, sql } from 'kysely'
import { type FoundRoom } from './find-room.ts'

/** Milestones of the room, as a condition on `m`: its project's, or what the two of a session have between them. */
export function belongs({ projectId, id }: Pick<FoundRoom, 'projectId' | 'id'>): RawBuilder<boolean> {
  return projectId === null
    ? sql<boolean>`exists (
        select from bookings b where b.id = ${id} and b.client_id = m.client_id and b.creator_id = m.creator_id)`
    : sql<boolean>`m.project_id = ${projectId}`
}
