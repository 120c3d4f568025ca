import { type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after } from '@veranda/core/time/instant.ts'
import { sanitizeName } from '@veranda/core/assets/sanitize-name.ts'
import { checkUpload, type UploadPurpose, uploadPurposes } from '@veranda/core/assets/upload-rules.ts'
import { sql } from 'kysely'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { scheduleTimer } from '../../timers/timers.ts'
import { readStorageUse } from '../asset.repository.ts'
import { expiryMs, expiryTimerKey, expiryTimerKind } from './upload-expiry.ts'

export type UploadRequest = { name: string; bytes: number; purpose: string; sha256: string | null }

/** Parses the headers of a tus creation: length, and metadata with base64 values. */
export function parseUploadHeaders(length: unknown, metadata: unknown): UploadRequest {
  const pairs = new Map<string, string>()
  for (const pair of typeof metadata === 'string' ? metadata.split(',') : []) {
    const [key = '', value = ''] = pair.trim().split(' ', 2)
    pairs.set(key, Buffer.from(value, 'base64').toString('utf8'))
  }
  const bytes = typeof length === 'string' && /^\d{1,15}$/.test(length) ? Number(length) : 0
  const name = sanitizeName(pairs.get('filename') ?? '', ' ').replace(/[/\\]/g, ' ')
  return { name, bytes, purpose: pairs.get('purpose') ?? '', sha256: pairs.get('sha256') ?? null }
}

/** Inserts the row of an upload before its first byte; refuses files that are too large or exceed the quota. */
export async function beginUpload(deps: Deps, ownerId: UserId, requested: UploadRequest): Promise<Result<string>> {
  const purpose = uploadPurposes.find((known): known is UploadPurpose => known === requested.purpose)
  if (!purpose) return refuse('upload.purpose-unknown', 'invalid', { field: 'purpose' })
  if (requested.sha256 !== null && !/^[0-9a-f]{64}$/.test(requested.sha256)) {
    return refuse('upload.hash-mismatch', 'invalid', { field: 'sha256' })
  }
  return transact(deps, async (tx) => {
    // Uploads of one user begin one after the other, so that the quota holds.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${ownerId}`}, 0))`.execute(tx)
    const checked = checkUpload({ ...requested, purpose }, await readStorageUse(tx, ownerId))
    if (!checked.ok) return checked
    const id = deps.ids.next()
    const now = deps.clock.now()
    await tx
      .insertInto('assets')
      .values({
        id,
        owner_id: ownerId,
        name: checked.value.name,
        purpose,
        state: 'uploading',
        refusal_code: null,
        bytes: checked.value.bytes,
        expected_sha256: requested.sha256,
        sha256: null,
        created_at: new Date(now),
        updated_at: new Date(now),
      })
      .execute()
    const subject = { kind: 'asset', id }
    await scheduleTimer(tx, { kind: expiryTimerKind, subject, at: after(now, expiryMs), key: expiryTimerKey(id) })
    return ok(id)
  })
}
