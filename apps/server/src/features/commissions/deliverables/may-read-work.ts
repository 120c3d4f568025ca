import { sql } from 'kysely'
import { type WorkReader } from '../../../works/readers.ts'

/** The works of a version are seen by its parties and the guests of its project; the client has the sources from the release on. */
export const deliveredWorks: WorkReader = async ({ db, work, personId }) => {
  if (personId === null) return 'nothing'
  const { rows } = await sql<{ sources: boolean }>`
    select bool_or(m.client_id = ${personId} and m.state = 'released') as sources
    from deliverable_works x
    join deliverables d on d.id = x.deliverable_id
    join milestones m on m.id = d.milestone_id
    where x.work_id = ${work.id} and (
      m.client_id = ${personId} or m.creator_id = ${personId} or exists (
        select 1 from project_members g where g.project_id = m.project_id and g.person_id = ${personId}
          and g.part = 'guest' and g.left_at is null
      )
    )
    having count(*) > 0`.execute(db)
  const [row] = rows
  return !row ? 'nothing' : row.sources ? 'original' : 'view'
}
