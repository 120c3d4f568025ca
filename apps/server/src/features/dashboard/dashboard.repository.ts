import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { sql } from 'kysely'
import { type Db } from '../../platform/db/database.ts'

/** Counts a user's projects by state. */
export async function countProjects(db: Db, userId: string): Promise<Dashboard['projects']> {
  const { rows } = await sql<Dashboard['projects']>`
    select count(*) filter (where p.state = 'open') as open,
      count(*) filter (where p.state = 'active') as active,
      count(*) filter (where p.state = 'completed') as completed
    from project_members m join projects p on p.id = m.project_id
    where m.user_id = ${userId} and m.left_at is null`.execute(db)
  return rows[0] ?? { open: 0, active: 0, completed: 0 }
}
