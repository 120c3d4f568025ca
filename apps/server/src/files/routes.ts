import * as routes from '@veranda/contract/files/routes.ts'
import { storedFile } from '@veranda/contract/files/schemas.ts'
import { done, idParams } from '@veranda/contract/shapes.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import * as z from 'zod/mini'
import { raw } from '../http/raw.ts'
import { serve, type ServedRoute } from '../http/serve.ts'
import { cookieAlone, signedIn } from '../http/who.ts'
import { removePicture } from './forget-picture.ts'
import { type FileReader } from './readers.ts'
import { showFile, storageKey } from './store-picture.ts'

/** Stored pictures; they come by the uploads. Who may read one besides its owner is what the features' readers say. */
export function fileRoutes(readers: readonly FileReader[]): ServedRoute[] {
  return [
    serve(
      routes.readFile,
      {
        who: cookieAlone,
        params: idParams,
        reply: z.unknown(),
        replyTypes: ['image/webp'],
        description: 'The bytes of a picture one may see.',
      },
      async ({ t, actor, params, deps }) => {
        const file = await t.selectFrom('files').selectAll().where('id', '=', params.id).executeTakeFirst()
        const absent = refuse('file.not-found', 'not-found')
        if (!file) return absent
        const asked = { db: t, file: { id: file.id, ownerId: file.owner_id }, personId: actor?.id ?? null }
        const mine = actor?.id === file.owner_id
        if (!mine && !(await anySays(readers, asked))) return absent
        const body = await deps.gateways.storage.get(storageKey(file.sha256))
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
      async ({ t, actor, params }) => {
        const file = await t
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

async function anySays(readers: readonly FileReader[], asked: Parameters<FileReader>[0]): Promise<boolean> {
  for (const reader of readers) if (await reader(asked)) return true
  return false
}
