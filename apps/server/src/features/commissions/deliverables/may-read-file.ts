import { sql } from 'kysely'
import { type FileReader } from '../../../files/readers.ts'

/** The pictures of a version are seen by its two parties and by the guests of its project. */
export const mayReadDelivered: FileReader = async ({ db, file, personId }) => {
  if (personId === null) return false
  const { rows } = await sql`
    select 1 from deliverable_files f
    join deliverables d on d.id = f.deliverable_id
    join milestones m on m.id = d.milestone_id
    where f.file_id = ${file.id} and (
      m.client_id = ${personId} or m.creator_id = ${personId} or exists (
        select 1 from project_members g where g.project_id = m.project_id and g.person_id = ${personId}
          and g.part = 'guest' and g.left_at is null
      )
    )
    limit 1`.execute(db)
  return rows.length > 0
}
