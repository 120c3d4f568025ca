import { ok, type Result } from '@veranda/core/result.ts'
import { type Db, type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { fileReply, type FileReply, type RequestInfo } from '../../http/route.ts'
import { variantKey, type VariantSource } from './variant-keys.ts'

type VariantRequest = {
  tx: Tx | Db
  deps: Pick<Deps, 'gateways'>
  request: Pick<RequestInfo, 'headers'>
}

/** Time for which a browser keeps the whole image in place of a width that is not made yet. */
const pendingMaxAgeSeconds = 60

/**
 * Returns an image in a width, as AVIF for browsers that take it, or undefined when the whole image has to be sent: it is
 * narrower, or its variants are not made yet. `pending` says the latter.
 */
export async function findVariant(
  { tx, deps, request }: VariantRequest,
  image: VariantSource,
  width: number,
): Promise<{ reply: Result<FileReply> } | { reply: undefined; pending: boolean }> {
  const { source, sha256 } = image
  const made = await tx
    .selectFrom('image_variants')
    .select('widths')
    .where('source', '=', source)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (!made?.widths.includes(width)) return { reply: undefined, pending: made === undefined }
  const format = request.headers['accept']?.includes('image/avif') ? 'avif' : 'webp'
  const body = await deps.gateways.storage.get(variantKey(image, width, format))
  if (!body) return { reply: undefined, pending: false }
  const headers = {
    'cache-control': 'private, max-age=86400, immutable',
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    vary: 'Accept',
  }
  return { reply: ok(fileReply({ type: `image/${format}`, body, headers })) }
}

/** Returns the reply with an age that lets the browser ask again soon. */
export function askAgainSoon(reply: Result<FileReply>): Result<FileReply> {
  if (!reply.ok) return reply
  const headers = { ...reply.value.headers, 'cache-control': `private, max-age=${pendingMaxAgeSeconds}` }
  return ok(fileReply({ ...reply.value, headers }))
}
