import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { append } from '../../log/append.ts'

/** Opens somebody's page as a creator if it is not there, and holds it until the transaction ends. */
export async function becomeCreator(tx: Tx, personId: string, now: Instant): Promise<void> {
  const { rows } = await sql<{ person_id: string }>`
    insert into creators (person_id, name, created_at, updated_at)
    select id, name, ${new Date(now)}, ${new Date(now)} from people where id = ${personId}
    on conflict (person_id) do nothing returning person_id`.execute(tx)
  if (rows.length > 0) {
    const subject = { kind: 'person', id: personId }
    await append(tx, { type: 'creator.joined', subject, actor: personId, at: now, data: { personId } })
  }
  await tx.selectFrom('creators').select('person_id').where('person_id', '=', personId).forUpdate().execute()
}
