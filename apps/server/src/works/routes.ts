import { done, idParams } from '@veranda/contract/shapes.ts'
import * as routes from '@veranda/contract/works/routes.ts'
import { headsetQuery, work, workPage, worksQuery } from '@veranda/contract/works/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import * as z from 'zod/mini'
import { type Db } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { type Raw } from '../http/raw.ts'
import { serve, type RequestInfo, type ServedRoute } from '../http/serve.ts'
import { cookieAlone, signedIn } from '../http/who.ts'
import { workKey } from './keys.ts'
import { listWorks } from './list-works.ts'
import { reachOf, type WorkReader } from './readers.ts'
import { removeWork } from './remove-work.ts'
import { findWork } from './rows.ts'
import { sendBytes } from './send-bytes.ts'
import { isShownAsItIs, showWork } from './show-work.ts'
import { uploadRoutes } from './uploads/routes.ts'

/** Uploads, and what they became. Who may see a work besides its owner is what the features' readers say. */
export function workRoutes(readers: readonly WorkReader[]): ServedRoute[] {
  const bytes = (what: 'model' | 'thumbnail') => (ctx: BytesCtx) => sendShown(readers, what, ctx)
  const standing = { who: cookieAlone, params: idParams, reply: z.unknown() }
  return [
    ...uploadRoutes(),
    serve(routes.listWorks, { who: signedIn, query: worksQuery, reply: workPage }, ({ tx, actor, query, request }) =>
      listWorks(tx, actor.id, query, request.language),
    ),
    serve(routes.readWork, { who: signedIn, params: idParams, reply: work }, async ({ tx, actor, params, request }) => {
      const row = await findWork(tx, params.id)
      const asked = row && { db: tx, work: { id: row.id, ownerId: row.owner_id }, personId: actor.id }
      const reach = asked ? await reachOf(readers, asked) : 'nothing'
      if (!row || reach === 'nothing') return refuse('work.not-found', 'not-found')
      return ok(showWork(row, reach === 'original', request.language))
    }),
    serve(routes.readWorkModel, { ...standing, description: 'A GLB with meshopt, to be looked at.' }, bytes('model')),
    serve(
      routes.readWorkHeadset,
      { ...standing, query: headsetQuery, description: 'The same in few draws, its textures as KTX2 if asked for.' },
      (ctx) => sendShown(readers, ctx.query.textures === 'ktx2' ? 'compressed' : 'headset', ctx),
    ),
    serve(routes.readWorkThumbnail, { ...standing, description: 'A picture of it.' }, bytes('thumbnail')),
    serve(
      routes.readWorkOriginal,
      { ...standing, description: 'The file as it was uploaded, for those who may have it.' },
      (ctx) => sendOriginal(readers, ctx),
    ),
    serve(routes.removeWork, { who: signedIn, params: idParams, reply: done }, (ctx) =>
      removeWork(ctx, ctx.actor.id, ctx.params.id),
    ),
  ]
}

type BytesCtx = { tx: Db; actor: { id: string } | undefined; params: { id: string }; deps: Deps; request: RequestInfo }

const absent = () => refuse('work.not-found', 'not-found')

async function findReached(readers: readonly WorkReader[], { tx, actor, params }: BytesCtx) {
  const row = await tx
    .selectFrom('works')
    .innerJoin('originals', 'originals.sha256', 'works.sha256')
    .selectAll('originals')
    .select(['works.id', 'works.owner_id', 'works.name'])
    .where('works.id', '=', params.id)
    .where('works.state', '=', 'ready')
    .executeTakeFirst()
  if (!row) return undefined
  const work = { id: row.id, ownerId: row.owner_id }
  return { row, reach: await reachOf(readers, { db: tx, work, personId: actor?.id ?? null }) }
}

async function sendShown(
  readers: readonly WorkReader[],
  asked: 'model' | 'headset' | 'thumbnail' | 'compressed',
  ctx: BytesCtx,
): Promise<Result<Raw>> {
  const found = await findReached(readers, ctx)
  if (!found || found.reach === 'nothing') return absent()
  const { row } = found
  // Compressed textures come later; until then the plain ones do.
  const what = asked === 'compressed' && row.compressed_bytes === null ? 'headset' : asked
  const bytes = row[`${what}_bytes`]
  if (bytes === null) return absent()
  const type = what === 'thumbnail' ? 'image/webp' : 'model/gltf-binary'
  return sendBytes(ctx.deps, { key: workKey(row.sha256, what), bytes, type, tag: `${row.sha256}-${what}` })
}

async function sendOriginal(readers: readonly WorkReader[], ctx: BytesCtx): Promise<Result<Raw>> {
  const found = await findReached(readers, ctx)
  if (!found || found.reach === 'nothing') return absent()
  const { row } = found
  if (found.reach !== 'original' && !isShownAsItIs(row.kind)) return absent()
  const { range } = ctx.request.headers
  const inline = row.kind === 'video' || row.kind === 'picture'
  return sendBytes(ctx.deps, {
    key: workKey(row.sha256, 'original'),
    bytes: row.bytes,
    type: row.mime,
    tag: row.sha256,
    ...(inline ? {} : { download: row.name }),
    range: typeof range === 'string' ? range : undefined,
  })
}
