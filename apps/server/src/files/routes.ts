import * as routes from '@veranda/contract/files/routes.ts'
import { storedFile, uploadQuery } from '@veranda/contract/files/schemas.ts'
import { idParams } from '@veranda/contract/shapes.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { minute } from '@veranda/core/time/instant.ts'
import * as z from 'zod/mini'
import { transact } from '../db/transact.ts'
import { raw } from '../http/raw.ts'
import { serve, type ServedRoute } from '../http/serve.ts'
import { cookieAlone, signedIn } from '../http/who.ts'
import { type FileReader } from './readers.ts'
import { scanPicture } from './scan-picture.ts'
import { pictureBytes, preparePicture, storageKey, storePicture } from './store-picture.ts'

/** Uploading and reading pictures. Who may read one besides its owner is what the features' readers say. */
export function fileRoutes(readers: readonly FileReader[]): ServedRoute[] {
  return [
    serve(
      routes.uploadPicture,
      {
        who: signedIn,
        transaction: false,
        query: uploadQuery,
        reply: storedFile,
        status: 201,
        rawBody: {
          types: ['image/png', 'image/jpeg', 'image/webp', 'application/octet-stream'],
          maxBytes: pictureBytes,
        },
        limit: { per: 'account', max: 120, window: 10 * minute },
        description:
          'The body is the picture itself, at most 10 MiB and 40 megapixels; it is encoded anew without metadata.',
      },
      async ({ actor, query, request, deps }) => {
        const bytes = request.raw ?? new Uint8Array()
        const scanned = await scanPicture(bytes, deps)
        if (!scanned.ok) return scanned
        const prepared = await preparePicture(bytes)
        if (!prepared.ok) return prepared
        return transact(deps, (t) => storePicture({ t, deps }, actor.id, query.name, prepared.value))
      },
    ),
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
  ]
}

async function anySays(readers: readonly FileReader[], asked: Parameters<FileReader>[0]): Promise<boolean> {
  for (const reader of readers) if (await reader(asked)) return true
  return false
}
