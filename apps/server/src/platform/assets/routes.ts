import * as routes from '@veranda/contract/assets/routes.ts'
import { asset, downloadQuery, headsetQuery, imageWidthQuery } from '@veranda/contract/assets/schemas.ts'
import { done, idParams } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import * as z from 'zod/mini'
import { type Db } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { cookieOnly, signedIn } from '../http/route-access.ts'
import { type FileReply, type RequestInfo, serve, type ServerRoute } from '../http/route.ts'
import { type AssetReader, resolveAssetAccess } from './asset-access.ts'
import { assetStorageKey } from './asset-keys.ts'
import { isServedAsUploaded, toAssetDto } from './asset.presenter.ts'
import { findAsset } from './asset.repository.ts'
import { removeAsset } from './remove-asset.ts'
import { streamBytes } from './stream-bytes.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { askAgainSoon, findVariant } from './variants/find-variant.ts'

/** Routes of uploads and assets. The features' readers decide who besides the owner may view an asset. */
export function assetRoutes(readers: readonly AssetReader[]): ServerRoute[] {
  const bytes = (rendition: 'model' | 'turntable') => (ctx: BinaryRouteCtx) => sendRendition(readers, rendition, ctx)
  const binaryRoute = { access: cookieOnly, params: idParams, reply: z.unknown() }
  return [
    ...uploadRoutes(),
    serve(
      routes.readAsset,
      { access: signedIn, params: idParams, reply: asset },
      async ({ tx, actor, params, request }) => {
        const row = await findAsset(tx, params.id)
        const requested = row && { db: tx, asset: { id: row.id, ownerId: row.owner_id }, userId: actor.id }
        const access = requested ? await resolveAssetAccess(readers, requested) : 'none'
        if (!row || access === 'none' || access === 'public') return refuse('asset.not-found', 'not-found')
        return ok(toAssetDto(row, access, request.language))
      },
    ),
    serve(
      routes.readAssetModel,
      { ...binaryRoute, description: 'A GLB with meshopt, to be looked at.' },
      bytes('model'),
    ),
    serve(
      routes.readAssetHeadset,
      { ...binaryRoute, query: headsetQuery, description: 'The same in few draws, its textures as KTX2 if asked for.' },
      (ctx) => sendRendition(readers, ctx.query.textures === 'ktx2' ? 'compressed' : 'headset', ctx),
    ),
    serve(
      routes.readAssetThumbnail,
      {
        ...binaryRoute,
        query: imageWidthQuery,
        description: 'Its thumbnail, in a width as AVIF or WebP if asked for.',
      },
      (ctx) => sendThumbnail(readers, ctx, ctx.query.width),
    ),
    serve(
      routes.readAssetTurntable,
      { ...binaryRoute, description: 'Pictures of a whole turn of a model in one image, once they are rendered.' },
      bytes('turntable'),
    ),
    serve(
      routes.readAssetSource,
      {
        ...binaryRoute,
        query: downloadQuery,
        description: 'The file as it was uploaded, for those who may have it; an image of a chat without its metadata.',
      },
      (ctx) => sendSource(readers, ctx, ctx.query.download !== undefined),
    ),
    serve(routes.removeAsset, { access: signedIn, params: idParams, reply: done }, (ctx) =>
      removeAsset(ctx, ctx.actor.id, ctx.params.id),
    ),
  ]
}

type BinaryRouteCtx = {
  tx: Db
  actor: { id: string } | undefined
  params: { id: string }
  deps: Deps
  request: RequestInfo
}

const notFound = () => refuse('asset.not-found', 'not-found')

async function findAccessible(readers: readonly AssetReader[], { tx, actor, params }: BinaryRouteCtx) {
  const row = await tx
    .selectFrom('assets')
    .innerJoin('asset_sources', 'asset_sources.sha256', 'assets.sha256')
    .selectAll('asset_sources')
    .select(['assets.id', 'assets.owner_id', 'assets.name'])
    .where('assets.id', '=', params.id)
    .where('assets.state', '=', 'ready')
    .executeTakeFirst()
  if (!row) return undefined
  const assetRef = { id: row.id, ownerId: row.owner_id }
  return { row, reach: await resolveAssetAccess(readers, { db: tx, asset: assetRef, userId: actor?.id ?? null }) }
}

async function sendRendition(
  readers: readonly AssetReader[],
  requested: 'model' | 'headset' | 'thumbnail' | 'turntable' | 'compressed',
  ctx: BinaryRouteCtx,
): Promise<Result<FileReply>> {
  const accessible = await findAccessible(readers, ctx)
  if (!accessible || accessible.reach === 'none') return notFound()
  const { row } = accessible
  // A stranger gets the model for viewing only where there is no lighter one.
  if (accessible.reach === 'public' && requested === 'model' && row.headset_bytes !== null) return notFound()
  // Compressed textures are created later; until then the plain ones are sent.
  const rendition = requested === 'compressed' && row.compressed_bytes === null ? 'headset' : requested
  const bytes = row[`${rendition}_bytes`]
  if (bytes === null) return notFound()
  const type = rendition === 'thumbnail' || rendition === 'turntable' ? 'image/webp' : 'model/gltf-binary'
  return streamBytes(ctx.deps, {
    key: assetStorageKey(row.sha256, rendition),
    bytes,
    type,
    etag: `${row.sha256}-${rendition}`,
  })
}

/** Sends the thumbnail in a width where there is one, and else as it is. */
async function sendThumbnail(
  readers: readonly AssetReader[],
  ctx: BinaryRouteCtx,
  width: number | undefined,
): Promise<Result<FileReply>> {
  if (width === undefined) return sendRendition(readers, 'thumbnail', ctx)
  const accessible = await findAccessible(readers, ctx)
  if (!accessible || accessible.reach === 'none') return notFound()
  const variant = await findVariant(ctx, { source: 'asset', sha256: accessible.row.sha256 }, width)
  if (variant.reply) return variant.reply
  const whole = await sendRendition(readers, 'thumbnail', ctx)
  return variant.pending ? askAgainSoon(whole) : whole
}

async function sendSource(
  readers: readonly AssetReader[],
  ctx: BinaryRouteCtx,
  asDownload: boolean,
): Promise<Result<FileReply>> {
  const accessible = await findAccessible(readers, ctx)
  if (!accessible || accessible.reach === 'none') return notFound()
  const { row } = accessible
  const { reach } = accessible
  if (reach === 'public') return notFound()
  if (reach === 'view' && !isServedAsUploaded(row.kind)) return notFound()
  if (reach === 'shared' && row.kind === 'image') return sendSharedImage(ctx, row, asDownload)
  const { range } = ctx.request.headers
  const isInline = !asDownload && (row.kind === 'video' || row.kind === 'image')
  return streamBytes(ctx.deps, {
    key: assetStorageKey(row.sha256, 'original'),
    bytes: row.bytes,
    type: row.media_type,
    etag: row.sha256,
    ...(isInline ? {} : { downloadName: row.name }),
    range: typeof range === 'string' ? range : undefined,
  })
}

type SharedImageRow = {
  sha256: string
  media_type: string
  name: string
  shared_bytes: number | null
  thumbnail_bytes: number | null
}

/** Sends an image in its own format without its metadata; its thumbnail where there is no such rendition. */
function sendSharedImage(
  { deps }: BinaryRouteCtx,
  { sha256, media_type: mediaType, name, shared_bytes: sharedBytes, thumbnail_bytes: thumbnailBytes }: SharedImageRow,
  asDownload: boolean,
): Result<FileReply> | Promise<Result<FileReply>> {
  const rendition = sharedBytes === null ? 'thumbnail' : 'shared'
  const bytes = sharedBytes ?? thumbnailBytes
  if (bytes === null) return notFound()
  const downloadName = sharedBytes === null ? `${name.replace(/\.\w+$/, '')}.webp` : name
  return streamBytes(deps, {
    key: assetStorageKey(sha256, rendition),
    bytes,
    type: sharedBytes === null ? 'image/webp' : mediaType,
    etag: `${sha256}-${rendition}`,
    ...(asDownload ? { downloadName } : {}),
  })
}
