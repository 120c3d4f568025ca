import { type PersonId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after } from '@veranda/core/time/instant.ts'
import { cleanName } from '@veranda/core/works/clean-name.ts'
import { checkUpload, type Purpose, purposes } from '@veranda/core/works/upload-rules.ts'
import { sql } from 'kysely'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { scheduleDue } from '../../due/due.ts'
import { standingOf } from '../rows.ts'
import { leftFor, sweepKey, sweepKind } from './sweep.ts'

export type Wanted = { name: string; bytes: number; purpose: string; sha256: string | null }

/** What the headers of a tus creation say: length and metadata, whose values are base64. */
export function readWanted(length: unknown, metadata: unknown): Wanted {
  const pairs = new Map<string, string>()
  for (const pair of typeof metadata === 'string' ? metadata.split(',') : []) {
    const [key = '', value = ''] = pair.trim().split(' ', 2)
    pairs.set(key, Buffer.from(value, 'base64').toString('utf8'))
  }
  const bytes = typeof length === 'string' && /^\d{1,15}$/.test(length) ? Number(length) : 0
  const name = cleanName(pairs.get('filename') ?? '', ' ').replace(/[/\\]/g, ' ')
  return { name, bytes, purpose: pairs.get('purpose') ?? '', sha256: pairs.get('sha256') ?? null }
}

/** Makes the row of an upload before its first byte; what is too large or beyond the quota is refused here. */
export async function beginUpload(deps: Deps, ownerId: PersonId, wanted: Wanted): Promise<Result<string>> {
  const purpose = purposes.find((known): known is Purpose => known === wanted.purpose)
  if (!purpose) return refuse('upload.purposeless', 'invalid', { field: 'purpose' })
  if (wanted.sha256 !== null && !/^[0-9a-f]{64}$/.test(wanted.sha256)) {
    return refuse('upload.other-bytes', 'invalid', { field: 'sha256' })
  }
  return transact(deps, async (tx) => {
    // One person's uploads begin one after the other, so that the quota holds.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${ownerId}`}, 0))`.execute(tx)
    const checked = checkUpload({ ...wanted, purpose }, await standingOf(tx, ownerId))
    if (!checked.ok) return checked
    const id = deps.ids.next()
    const now = deps.clock.now()
    await tx
      .insertInto('works')
      .values({
        id,
        owner_id: ownerId,
        name: checked.value.name,
        purpose,
        state: 'uploading',
        refusal_code: null,
        bytes: checked.value.bytes,
        expected_sha256: wanted.sha256,
        sha256: null,
        created_at: new Date(now),
        updated_at: new Date(now),
      })
      .execute()
    const subject = { kind: 'work', id }
    await scheduleDue(tx, { kind: sweepKind, subject, at: after(now, leftFor), key: sweepKey(id) })
    return ok(id)
  })
}
