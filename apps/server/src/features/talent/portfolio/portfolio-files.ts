import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { coverFirst, maxPortfolioFiles } from '@veranda/core/talent/portfolio/portfolio.ts'
import { type AssetRow } from '../../../platform/assets/asset.presenter.ts'
import { assetStorageKey } from '../../../platform/assets/asset-keys.ts'
import { findOwnReadyAssets } from '../../../platform/assets/asset.repository.ts'
import { prepareImage } from '../../../platform/assets/stored-files/prepare-image.ts'
import { storeImage } from '../../../platform/assets/stored-files/store-image.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'

/** A file as it is asked for: one that the item has, by id, or an image, an asset, or both. */
type AskedFile = {
  readonly id?: string | null
  readonly fileId: string | null
  readonly assetId: string | null
}

/** The kinds of assets of which others see only renditions, without the metadata of the originals. */
export const portfolioAssetKinds = ['model', 'image'] as const

/** A file of a portfolio item: an image and the asset that opens behind it. */
type PortfolioFile = {
  readonly id: string
  readonly fileId: string
  readonly assetId: string | null
  readonly is3d: boolean
}

/**
 * Returns the files of an item in order, those in 3D first. An asset without an image gets its thumbnail as one.
 * Refuses without any file, with too many, what is not the user's own, and assets that are neither model nor image.
 */
export async function prepareFiles(
  ctx: CommandContext,
  asked: readonly AskedFile[],
  itemId: string | null,
): Promise<Result<PortfolioFile[]>> {
  if (asked.length === 0) return refuse('portfolio.no-image', 'invalid', { field: 'fileId' })
  if (asked.length > maxPortfolioFiles) {
    return refuse('portfolio.too-many-files', 'invalid', { field: 'files', detail: { max: maxPortfolioFiles } })
  }
  const kept = itemId === null ? [] : await findFiles(ctx, itemId)
  const assetIds = asked.flatMap(({ assetId }) => assetId ?? [])
  const assets = await findOwnReadyAssets(ctx.tx, ctx.actor.id, assetIds)
  const files: PortfolioFile[] = []
  for (const { id = null, fileId, assetId } of asked) {
    const known = kept.find((file) => file.id === id)
    if (id !== null && !known) return refuse('portfolio.file-not-found', 'invalid', { field: 'files' })
    if (known) {
      if (!files.includes(known)) files.push(known)
      continue
    }
    const asset = assets.find((one) => one.id === assetId)
    if (assetId !== null && !asset) return refuse('asset.not-ready', 'invalid', { field: 'assetId' })
    if (asset && !portfolioAssetKinds.some((kind) => kind === asset.kind))
      return refuse('portfolio.unsupported-file', 'invalid', { field: 'assetId' })
    // One after another: each writes to storage.
    const file = fileId === null ? await storeAssetThumbnail(ctx, asset) : await findOwnImage(ctx, fileId)
    if (!file.ok) return file
    files.push({ id: ctx.deps.ids.next(), fileId: file.value.id, assetId, is3d: asset?.kind === 'model' })
  }
  return ok(coverFirst(files))
}

/** Replaces the files of an item, and the cover in the item itself. */
export async function saveFiles(
  { tx }: CommandContext,
  itemId: string,
  files: readonly PortfolioFile[],
): Promise<void> {
  await tx.deleteFrom('portfolio_files').where('item_id', '=', itemId).execute()
  await tx
    .insertInto('portfolio_files')
    .values(
      files.map(({ id, fileId, assetId }, index) => ({
        id,
        item_id: itemId,
        position: index + 1,
        file_id: fileId,
        asset_id: assetId,
      })),
    )
    .execute()
  const [cover] = files
  if (!cover) return
  await tx
    .updateTable('portfolio_items')
    .set({ file_id: cover.fileId, asset_id: cover.assetId })
    .where('id', '=', itemId)
    .execute()
}

async function findFiles({ tx }: CommandContext, itemId: string): Promise<PortfolioFile[]> {
  const rows = await tx
    .selectFrom('portfolio_files as f')
    .leftJoin('assets as w', 'w.id', 'f.asset_id')
    .leftJoin('asset_sources as o', 'o.sha256', 'w.sha256')
    .select(['f.id', 'f.file_id', 'f.asset_id', 'o.kind'])
    .where('f.item_id', '=', itemId)
    .orderBy('f.position')
    .execute()
  return rows.map((row) => ({ id: row.id, fileId: row.file_id, assetId: row.asset_id, is3d: row.kind === 'model' }))
}

async function findOwnImage({ tx, actor }: CommandContext, fileId: string): Promise<Result<{ id: string }>> {
  const file = await tx
    .selectFrom('stored_files')
    .select('id')
    .where('id', '=', fileId)
    .where('owner_id', '=', actor.id)
    .executeTakeFirst()
  return file ? ok(file) : refuse('file.not-found', 'not-found', { field: 'fileId' })
}

/** Stores the thumbnail of an asset as an image of its owner. */
async function storeAssetThumbnail(
  { tx, actor, deps }: CommandContext,
  asset: AssetRow | undefined,
): Promise<Result<{ id: string }>> {
  const thumbnail = asset?.sha256 && (await deps.gateways.storage.get(assetStorageKey(asset.sha256, 'thumbnail')))
  if (!thumbnail) return refuse('portfolio.no-image', 'invalid', { field: 'fileId' })
  const prepared = await prepareImage(thumbnail)
  if (!prepared.ok) return prepared
  const name = `${asset.name.replace(/\.\w+$/, '')}.webp`
  return storeImage({ tx, deps }, { ownerId: actor.id, fileId: deps.ids.next(), name }, prepared.value)
}
