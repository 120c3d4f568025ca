import { type Db } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { findWork } from './rows.ts'
import { showSummary } from './show-work.ts'

/** Tells the owner's sockets how far a work has come. Volatile: whoever missed it reads the work. */
export async function tellWork(deps: Pick<Deps, 'live'>, db: Db, id: string): Promise<void> {
  const row = await findWork(db, id)
  if (row) deps.live.toPerson(row.owner_id, 'work_update', showSummary(row, true))
}
