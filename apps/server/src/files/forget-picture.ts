import { type Done } from '@veranda/contract/shapes.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Tx } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { cancelDue, onDue } from '../due/due.ts'
import { cleanLater } from './clean-picture.ts'
import { unusedKind } from './store-picture.ts'

/** Takes one's own picture away, if nothing shows it. Refuses file.not-found and file.in-use. */
export async function removePicture(at: { tx: Tx; deps: Deps }, ownerId: PersonId, id: string): Promise<Result<Done>> {
  const { tx } = at
  const own = await tx
    .selectFrom('files')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!own) return refuse('file.not-found', 'not-found')
  if (!(await forget(at, id))) return refuse('file.in-use', 'conflict')
  await cancelDue(tx, `${unusedKind}:${id}`)
  return ok({ done: true })
}

/** A picture that nothing came to show is forgotten. */
export const forgetUnused = onDue(unusedKind, async ({ tx, due, deps }) => {
  await forget({ tx, deps }, due.subject.id)
})

/** Deletes the row, unless a delivered version or a piece of a portfolio holds it. Answers whether it is gone. */
async function forget({ tx, deps }: { tx: Tx; deps: Deps }, id: string): Promise<boolean> {
  await sql`savepoint forgetting`.execute(tx)
  try {
    const { rows } = await sql<{ sha256: string }>`delete from files where id = ${id} returning sha256`.execute(tx)
    for (const { sha256 } of rows) await cleanLater(tx, deps, sha256)
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
    await sql`rollback to savepoint forgetting`.execute(tx)
    return false
  }
}
