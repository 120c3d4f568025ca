import * as routes from '@veranda/contract/assets/routes.ts'
import { storedFile, storedFileQuery } from '@veranda/contract/assets/schemas.ts'
import { done, idParams } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import * as z from 'zod/mini'
import { cookieOnly, signedIn } from '../../http/route-access.ts'
import { fileReply, serve, type ServerRoute } from '../../http/route.ts'
import { contentDisposition } from '../stream-bytes.ts'
import { imageStorageKey } from './image-bytes.ts'
import { previewMediaType } from './prepare-image.ts'
import { removeStoredFile } from './remove-stored-file.ts'
import { toStoredFileDto } from './store-image.ts'
import { askAgainSoon, findVariant } from '../variants/find-variant.ts'
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
        replyMediaTypes: ['image/webp', 'image/avif', 'image/png', 'image/jpeg'],
        description:
          'An image you may see: a WebP preview no larger than a screen, in a width as AVIF or WebP, or the original file if you may download it.',
      },
      async ({ tx, actor, params, query, deps, request }) => {
        const file = await tx.selectFrom('stored_files').selectAll().where('id', '=', params.id).executeTakeFirst()
        const notFound = refuse('file.not-found', 'not-found')
        if (!file) return notFound
        const accessRequest = { db: tx, file: { id: file.id, ownerId: file.owner_id }, userId: actor?.id ?? null }
        const access = await resolveStoredFileAccess(readers, accessRequest)
        if (access === 'none' || (query.form === 'full' && access !== 'full')) return notFound
        const form = query.form ?? 'preview'
        const width = form === 'preview' && query.download === undefined ? query.width : undefined
        const variant =
          width === undefined
            ? undefined
            : await findVariant({ tx, deps, request }, { source: 'image', sha256: file.sha256 }, width)
        if (variant?.reply) return variant.reply
        const body = await deps.gateways.storage.get(imageStorageKey(file.sha256, form))
        if (!body) return notFound
        const headers = {
          'cache-control': 'private, max-age=86400, immutable',
          'content-disposition':
            query.download === undefined
              ? 'inline'
              : contentDisposition(form === 'full' ? file.name : previewName(file.name)),
          'content-security-policy': "default-src 'none'; sandbox",
        }
        const reply = ok(fileReply({ type: form === 'full' ? file.media_type : previewMediaType, body, headers }))
        return variant?.pending ? askAgainSoon(reply) : reply
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

/** Returns the file name under which the preview of an image is downloaded. */
function previewName(name: string): string {
  return `${name.replace(/\.\w+$/, '')}.webp`
}
