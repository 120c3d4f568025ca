import * as routes from '@veranda/contract/files/routes.ts'
import { fileQuery, storedFile } from '@veranda/contract/files/schemas.ts'
import { done, idParams } from '@veranda/contract/shapes.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import * as z from 'zod/mini'
import { type Deps } from '../deps.ts'
import { raw } from '../http/raw.ts'
import { serve, type ServedRoute } from '../http/serve.ts'
import { cookieAlone, signedIn } from '../http/who.ts'
import { removePicture } from './forget-picture.ts'
import { hasLesser, lesserOf } from './prepare-picture.ts'
import { type FileReader, reachOfFile } from './readers.ts'
import { storageKey } from './stored-bytes.ts'
import { showFile } from './store-picture.ts'

/** Stored pictures; they come by the uploads. Who may read one besides its owner is what the features' readers say. */
export function fileRoutes(readers: readonly FileReader[]): ServedRoute[] {
  return [
    serve(
      routes.readFile,
      {
        who: cookieAlone,
        params: idParams,
        query: fileQuery,
        reply: z.unknown(),
        replyTypes: ['image/webp'],
        description:
          'The bytes of a picture one may see, not larger than a screen; the whole of it for those who may have it.',
      },
      async ({ tx, actor, params, query, deps }) => {
        const file = await tx.selectFrom('files').selectAll().where('id', '=', params.id).executeTakeFirst()
        const absent = refuse('file.not-found', 'not-found')
        if (!file) return absent
        const asked = { db: tx, file: { id: file.id, ownerId: file.owner_id }, personId: actor?.id ?? null }
        const reach = await reachOfFile(readers, asked)
        if (reach === 'nothing' || (query.form === 'whole' && reach !== 'whole')) return absent
        const body = await readPicture(deps, file, query.form ?? 'shown')
        if (!body) return absent
        const headers = {
          'cache-control': 'private, max-age=86400, immutable',
          'content-disposition': 'inline',
          'content-security-policy': "default-src 'none'; sandbox",
        }
        return ok(raw({ type: file.mime, body, headers }))
      },
    ),
    serve(
      routes.readFileFacts,
      { who: signedIn, params: idParams, reply: storedFile },
      async ({ tx, actor, params }) => {
        const file = await tx
          .selectFrom('files')
          .selectAll()
          .where('id', '=', params.id)
          .where('owner_id', '=', actor.id)
          .executeTakeFirst()
        return file ? ok(showFile(file)) : refuse('file.not-found', 'not-found')
      },
    ),
    serve(routes.removeFile, { who: signedIn, params: idParams, reply: done }, (ctx) =>
      removePicture(ctx, ctx.actor.id, ctx.params.id),
    ),
  ]
}

/** The bytes of a picture in one of its forms. */
async function readPicture(
  { gateways }: Pick<Deps, 'gateways'>,
  file: { sha256: string; width: number; height: number },
  form: 'whole' | 'shown',
): Promise<Uint8Array | undefined> {
  if (form === 'whole' || !hasLesser(file)) return gateways.storage.get(storageKey(file.sha256))
  const shown = await gateways.storage.get(storageKey(file.sha256, 'shown'))
  if (shown) return shown
  // Stored before there was a lesser form.
  const whole = await gateways.storage.get(storageKey(file.sha256))
  return whole && lesserOf(whole)
}
