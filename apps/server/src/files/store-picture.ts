import { createHash } from 'node:crypto'
import { type StoredFile } from '@veranda/contract/files/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import sharp from 'sharp'
import { type Tx } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { fileAddress } from './address.ts'

export const pictureBytes = 10 * 1_048_576
const pixels = 40_000_000
const longestEdge = 4_096
const quota = 2_000 * 1_048_576

/** What is left of a picture after it was decoded and encoded anew: no metadata, no tricks. */
export type Prepared = { bytes: Buffer; width: number; height: number; sha256: string }

/** Reads a picture by its content, whatever it is called, within bounds on its pixels, and makes a WebP of it. */
export async function preparePicture(bytes: Uint8Array): Promise<Result<Prepared>> {
  if (bytes.length > pictureBytes) return refuse('file.too-large', 'invalid')
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

/** Keeps a prepared picture: its bytes under their own hash, its row in the caller's transaction. */
export async function storePicture(
  { t, deps }: { t: Tx; deps: Pick<Deps, 'gateways' | 'ids' | 'clock'> },
  ownerId: string,
  name: string,
  picture: Prepared,
): Promise<Result<StoredFile>> {
  const { used } = await t
    .selectFrom('files')
    .select(({ fn }) => fn.sum<string | null>('bytes').as('used'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (Number(used ?? 0) + picture.bytes.length > quota) return refuse('file.quota', 'conflict')
  const id = deps.ids.next()
  await deps.gateways.storage.put(storageKey(picture.sha256), picture.bytes)
  const row = {
    id,
    owner_id: ownerId,
    sha256: picture.sha256,
    mime: 'image/webp',
    bytes: picture.bytes.length,
    width: picture.width,
    height: picture.height,
    name,
    created_at: new Date(deps.clock.now()),
  }
  await t.insertInto('files').values(row).execute()
  return ok({
    id,
    hash: picture.sha256,
    url: fileAddress(id) ?? '',
    mime: row.mime,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    name,
  })
}

/** Where the bytes of a hash lie in the storage. */
export function storageKey(sha256: string): string {
  return `pictures/${sha256.slice(0, 2)}/${sha256}`
}
