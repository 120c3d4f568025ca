import { type RawBuilder, sql } from 'kysely'
import { type FileReader } from '../../../files/readers.ts'
import { type WorkReader } from '../../../works/readers.ts'

/** Somebody sees milestone `m` and what was delivered for it: its two parties, and the guests of its project. */
const sees = (personId: string): RawBuilder<boolean> => sql`(
  m.client_id = ${personId} or m.creator_id = ${personId} or exists (
    select 1 from project_members g where g.project_id = m.project_id and g.person_id = ${personId}
      and g.part = 'guest' and g.left_at is null
  )
)`

/** What is not submitted yet is its maker's alone. */
const shown = (personId: string): RawBuilder<boolean> => sql`(d.state <> 'draft' or m.creator_id = ${personId})`

/** The client has the whole of it from the release on. */
const bought = (personId: string): RawBuilder<boolean> => sql`(m.client_id = ${personId} and m.state = 'released')`

/** The pictures of a version are shown to all who see its milestone; the whole of them goes to the client with the release. */
export const deliveredFiles: FileReader = async ({ db, file, personId }) => {
  if (personId === null) return 'nothing'
  const { rows } = await sql<{ whole: boolean }>`
    select bool_or(${bought(personId)}) as whole
    from deliverable_files x
    join deliverables d on d.id = x.deliverable_id
    join milestones m on m.id = d.milestone_id
    where x.file_id = ${file.id} and ${sees(personId)} and ${shown(personId)}
    having count(*) > 0`.execute(db)
  const [row] = rows
  return !row ? 'nothing' : row.whole ? 'whole' : 'shown'
}

/** The works of a version likewise; their sources go to the client, from the release on. */
export const deliveredWorks: WorkReader = async ({ db, work, personId }) => {
  if (personId === null) return 'nothing'
  const { rows } = await sql<{ sources: boolean }>`
    select bool_or(${bought(personId)}) as sources
    from deliverable_works x
    join deliverables d on d.id = x.deliverable_id
    join milestones m on m.id = d.milestone_id
    where x.work_id = ${work.id} and ${sees(personId)} and ${shown(personId)}
    having count(*) > 0`.execute(db)
  const [row] = rows
  return !row ? 'nothing' : row.sources ? 'original' : 'view'
}
