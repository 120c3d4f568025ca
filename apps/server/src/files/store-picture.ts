import { createHash } from 'node:crypto'
import { type StoredFile } from '@veranda/contract/files/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, day } from '@veranda/core/time/instant.ts'
import { uploadLimits } from '@veranda/core/works/upload-rules.ts'
import sharp from 'sharp'
import { type Tx } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { scheduleDue } from '../due/due.ts'
import { fileAddress } from './address.ts'
import { lockBytes } from './lock-bytes.ts'

const pixels = 40_000_000
const longestEdge = 4_096

/** The timer of a picture that nothing may come to show. */
export const unusedKind = 'files.unused'
/** For so long a picture may wait to be shown somewhere, in a draft for instance. */
export const unusedFor = 30 * day

/** What is left of a picture after it was decoded and encoded anew: no metadata, no tricks. */
export type Prepared = { bytes: Buffer; width: number; height: number; sha256: string }

/** Reads a picture by its content, whatever it is called, within bounds on its pixels, and makes a WebP of it. */
export async function preparePicture(bytes: Uint8Array): Promise<Result<Prepared>> {
  if (bytes.length > uploadLimits.pictureBytes) return refuse('file.too-large', 'invalid')
  try {
    const source = sharp(bytes, { limitInputPixels: pixels, failOn: 'error', animated: false })
    const { format, width, height } = await source.metadata()
    if (!['png', 'jpeg', 'webp'].includes(format)) return refuse('file.not-a-picture', 'invalid')
    if (width * height > pixels) return refuse('file.too-many-pixels', 'invalid')
    const { data, info } = await source
      .rotate()
      .resize({ width: longestEdge, height: longestEdge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86 })
      .toBuffer({ resolveWithObject: true })
    const sha256 = createHash('sha256').update(data).digest('hex')
    return ok({ bytes: data, width: info.width, height: info.height, sha256 })
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message)) return refuse('file.too-many-pixels', 'invalid')
    return refuse('file.not-a-picture', 'invalid')
  }
}

type FileRow = Omit<StoredFile, 'hash' | 'url'> & { sha256: string }

/** A stored picture as its owner sees it. */
export function showFile({ id, sha256, mime, bytes, width, height, name }: FileRow): StoredFile {
  return { id, hash: sha256, url: fileAddress(id) ?? '', mime, bytes, width, height, name }
}

/**
 * Keeps a prepared picture: its bytes under their own hash, its row in the caller's transaction. One that nothing shows
 * by the end of `unusedFor` is forgotten.
 */
export async function storePicture(
  { t, deps }: { t: Tx; deps: Pick<Deps, 'gateways' | 'clock'> },
  owner: { id: string; fileId: string; name: string },
  picture: Prepared,
): Promise<Result<StoredFile>> {
  const { used } = await t
    .selectFrom('files')
    .select(({ fn }) => fn.sum<string | null>('bytes').as('used'))
    .where('owner_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  if (Number(used ?? 0) + picture.bytes.length > uploadLimits.pictureQuota) return refuse('file.quota', 'conflict')
  await lockBytes(t, picture.sha256)
  await deps.gateways.storage.put(storageKey(picture.sha256), picture.bytes)
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
  await t
    .insertInto('files')
    .values({ ...row, owner_id: owner.id, created_at: new Date(now) })
    .execute()
  const subject = { kind: 'file', id: row.id }
  await scheduleDue(t, { kind: unusedKind, subject, at: after(now, unusedFor), key: `${unusedKind}:${row.id}` })
  return ok(showFile(row))
}

/** Where the bytes of a hash lie in the storage. */
export function storageKey(sha256: string): string {
  return `pictures/${sha256.slice(0, 2)}/${sha256}`
}
