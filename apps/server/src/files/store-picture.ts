import { type StoredFile } from '@veranda/contract/files/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, day } from '@veranda/core/time/instant.ts'
import { uploadLimits } from '@veranda/core/works/upload-rules.ts'
import { type Tx } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { scheduleDue } from '../due/due.ts'
import { fileAddress } from './address.ts'
import { lockBytes } from './lock-bytes.ts'
import { type Prepared } from './prepare-picture.ts'
import { putPicture } from './stored-bytes.ts'
import { keepWritten } from './write-picture.ts'

/** The timer of a picture that nothing may come to show. */
export const unusedKind = 'files.unused'
/** For so long a picture may wait to be shown somewhere, in a draft for instance. */
export const unusedFor = 30 * day

type FileRow = Omit<StoredFile, 'hash' | 'url'> & { sha256: string }

/** A stored picture as its owner sees it. */
export function showFile({ id, sha256, mime, bytes, width, height, name }: FileRow): StoredFile {
  return { id, hash: sha256, url: fileAddress(id) ?? '', mime, bytes, width, height, name }
}

type Where = { tx: Tx; deps: Pick<Deps, 'gateways' | 'clock'> }
type Owner = { id: string; fileId: string; name: string }

/**
 * Keeps a picture whose bytes `writePicture` has written: its row, in the caller's transaction. One that nothing shows
 * by the end of `unusedFor` is forgotten. Refuses file.quota (conflict).
 */
export async function storeWritten({ tx, deps }: Where, owner: Owner, picture: Prepared): Promise<Result<StoredFile>> {
  const kept = await addRow({ tx, deps }, owner, picture)
  if (kept.ok) await keepWritten(tx, owner.fileId)
  return kept
}

/**
 * The same for a small picture of our own making, whose bytes are written within the caller's transaction: the answer to
 * a repeated call lies in it, so the storage cannot be asked before.
 */
export async function storePicture({ tx, deps }: Where, owner: Owner, picture: Prepared): Promise<Result<StoredFile>> {
  const kept = await addRow({ tx, deps }, owner, picture)
  if (kept.ok) await putPicture(deps, picture)
  return kept
}

async function addRow({ tx, deps }: Where, owner: Owner, picture: Prepared): Promise<Result<StoredFile>> {
  const { used } = await tx
    .selectFrom('files')
    .select(({ fn }) => fn.sum<string | null>('bytes').as('used'))
    .where('owner_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  if (Number(used ?? 0) + picture.bytes.length > uploadLimits.pictureQuota) return refuse('file.quota', 'conflict')
  await lockBytes(tx, picture.sha256)
  const now = deps.clock.now()
  const row = {
    id: owner.fileId,
    sha256: picture.sha256,
    mime: 'image/webp',
    bytes: picture.bytes.length,
    width: picture.width,
    height: picture.height,
    name: owner.name,
  }
  await tx
    .insertInto('files')
    .values({ ...row, owner_id: owner.id, created_at: new Date(now) })
    .execute()
  const subject = { kind: 'file', id: row.id }
  await scheduleDue(tx, { kind: unusedKind, subject, at: after(now, unusedFor), key: `${unusedKind}:${row.id}` })
  return ok(showFile(row))
}
