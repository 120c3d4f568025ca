import * as routes from '@veranda/contract/assets/routes.ts'
import { storedFile, storedFileQuery } from '@veranda/contract/assets/schemas.ts'
import { done, idParams } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import * as z from 'zod/mini'
import { type Deps } from '../../deps.ts'
import { cookieOnly, signedIn } from '../../http/route-access.ts'
import { fileReply, serve, type ServerRoute } from '../../http/route.ts'
import { contentDisposition } from '../stream-bytes.ts'
import { imageStorageKey } from './image-bytes.ts'
import { hasPreview, makePreview } from './prepare-image.ts'
import { removeStoredFile } from './remove-stored-file.ts'
import { toStoredFileDto } from './store-image.ts'
import { resolveStoredFileAccess, type StoredFileReader } from './stored-file-access.ts'

/**
 * Routes of stored images, which are created by uploads. The features' readers decide who besides the owner may read
 * one.
 */
export function storedFileRoutes(readers: readonly StoredFileReader[]): ServerRoute[] {
  return [
    serve(
      routes.readStoredFile,
      {
        access: cookieOnly,
        params: idParams,
        query: storedFileQuery,
        reply: z.unknown(),
        replyMediaTypes: ['image/webp'],
        description:
          'The bytes of a picture one may see, not larger than a screen; the whole of it for those who may have it.',
      },
      async ({ tx, actor, params, query, deps }) => {
        const file = await tx.selectFrom('stored_files').selectAll().where('id', '=', params.id).executeTakeFirst()
        const notFound = refuse('file.not-found', 'not-found')
        if (!file) return notFound
        const accessRequest = { db: tx, file: { id: file.id, ownerId: file.owner_id }, userId: actor?.id ?? null }
        const access = await resolveStoredFileAccess(readers, accessRequest)
        if (access === 'none' || (query.form === 'full' && access !== 'full')) return notFound
        const body = await readImageBytes(deps, file, query.form ?? 'preview')
        if (!body) return notFound
        const headers = {
          'cache-control': 'private, max-age=86400, immutable',
          'content-disposition': query.download === undefined ? 'inline' : contentDisposition(file.name),
          'content-security-policy': "default-src 'none'; sandbox",
        }
        return ok(fileReply({ type: file.mime, body, headers }))
      },
    ),
    serve(
      routes.readStoredFileFacts,
      { access: signedIn, params: idParams, reply: storedFile },
      async ({ tx, actor, params }) => {
        const file = await tx
          .selectFrom('stored_files')
          .selectAll()
          .where('id', '=', params.id)
          .where('owner_id', '=', actor.id)
          .executeTakeFirst()
        return file ? ok(toStoredFileDto(file)) : refuse('file.not-found', 'not-found')
      },
    ),
    serve(routes.removeStoredFile, { access: signedIn, params: idParams, reply: done }, (ctx) =>
      removeStoredFile(ctx, ctx.actor.id, ctx.params.id),
    ),
  ]
}

/** Reads the bytes of an image, full or preview. */
async function readImageBytes(
  { gateways }: Pick<Deps, 'gateways'>,
  file: { sha256: string; width: number; height: number },
  form: 'full' | 'preview',
): Promise<Uint8Array | undefined> {
  if (form === 'full' || !hasPreview(file)) return gateways.storage.get(imageStorageKey(file.sha256))
  const preview = await gateways.storage.get(imageStorageKey(file.sha256, 'preview'))
  if (preview) return preview
  // Stored before previews existed.
  const full = await gateways.storage.get(imageStorageKey(file.sha256))
  return full && makePreview(full)
}
