import { type Refusal } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { cleanName } from '@veranda/core/works/clean-name.ts'
import { type Delivered } from '@veranda/core/works/limits.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../db/database.ts'
import { type Converted } from './convert/messages.ts'
import { type SummaryRow, workColumns, type WorkRow } from './show-work.ts'

/** A work with its original; undefined when there is none. */
export async function findWork(db: Db, id: string): Promise<WorkRow | undefined> {
  const { rows } = await sql<WorkRow>`
    select ${workColumns} from works w left join originals o on o.sha256 = w.sha256 where w.id = ${id}`.execute(db)
  return rows[0]
}

/** One's own works of these ids that are ready, in any order. */
export async function findOwnReady(db: Db, ownerId: string, ids: readonly string[]): Promise<WorkRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<WorkRow>`
    select ${workColumns} from works w left join originals o on o.sha256 = w.sha256
    where w.id = any(${[...ids]}::uuid[]) and w.owner_id = ${ownerId} and w.state = 'ready'`.execute(db)
  return rows
}

/** A ready work as the limits of an offer see it. */
export function deliveredOf(row: SummaryRow): Delivered {
  return { kind: row.kind ?? 'archive', bytes: row.bytes, facts: row.facts, gate: row.gate }
}

type Keeping = { kept: number; pictures: number; open: number }

/** Bytes of everything somebody keeps, unfinished uploads too, those of pictures, and how many are unfinished. */
export async function standingOf(tx: Tx, ownerId: string): Promise<Keeping> {
  const { rows } = await sql<Keeping>`
    select coalesce(sum(bytes), 0)::bigint as kept, coalesce(sum(bytes) filter (where picture), 0)::bigint as pictures,
      count(*) filter (where open) as open
    from (
      select bytes, purpose = 'picture' as picture, state = 'uploading' as open
      from works where owner_id = ${ownerId} and state <> 'refused'
      union all
      select bytes, true, false from files where owner_id = ${ownerId}
    ) as one`.execute(tx)
  return rows[0] ?? { kept: 0, pictures: 0, open: 0 }
}

/** A work goes on, unless it already came to an end. Answers whether it did. */
export async function moveWork(
  db: Db,
  id: string,
  to: { state: 'waiting' | 'checking' | 'optimising'; progress: number },
  at: Instant,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update works set state = ${to.state}, progress = ${to.progress}, updated_at = ${new Date(at)}
    where id = ${id} and state not in ('ready', 'refused')`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** A work came to a good end: it is these bytes. */
export async function finishWork(tx: Tx, id: string, sha256: string, at: Instant): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update works set state = 'ready', progress = 1, sha256 = ${sha256}, updated_at = ${new Date(at)}
    where id = ${id} and state not in ('ready', 'refused')`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** What came out of a file as JSON that the database takes: it refuses NUL and halves of surrogate pairs. */
function storable(value: object): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? cleanName(one) : one))
}

export async function refuseWork(tx: Tx, id: string, refusal: Refusal, at: Instant): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update works set state = 'refused', refusal_code = ${refusal.code},
      refusal_detail = ${storable(refusal.detail ?? {})}::jsonb, updated_at = ${new Date(at)}
    where id = ${id} and state not in ('ready', 'refused')`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Writes what is known of an original; the first of two equal ones stays. */
export async function keepOriginal(
  tx: Tx,
  original: { sha256: string; bytes: number; converted: Converted },
  at: Instant,
): Promise<void> {
  const { sha256, bytes, converted } = original
  const { made } = converted
  await tx
    .insertInto('originals')
    .values({
      sha256,
      bytes,
      kind: converted.kind,
      mime: converted.mime,
      facts: converted.facts && storable(converted.facts),
      gate: converted.gate && storable(converted.gate),
      model_bytes: made.model ?? null,
      headset_bytes: made.headset ?? null,
      thumbnail_bytes: made.thumbnail ?? null,
      parts_bytes: made.parts ?? null,
      compressed_bytes: null,
      created_at: new Date(at),
    })
    .onConflict((c) => c.column('sha256').doNothing())
    .execute()
}
