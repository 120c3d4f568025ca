import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db } from '../../../db/database.ts'
import { waitingOfPerson } from './find-waiting.ts'
import { showWaiting, type WaitingShown } from './show-waiting.ts'

/** Everything that waits on a person or on whom they work with, what is due first on top; one query. */
export async function listWaiting(db: Db, personId: string, now: Instant): Promise<WaitingShown[]> {
  const rows = await waitingOfPerson(db, personId)
  return rows
    .flatMap((row) => showWaiting(row, personId, now))
    .toSorted((a, b) => (a.by ?? '9').localeCompare(b.by ?? '9'))
}
