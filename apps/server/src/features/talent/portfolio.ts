import { type portfolioItemBody, type Talent } from '@veranda/contract/talent/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import type * as z from 'zod/mini'
import { type StoredFileReader } from '../../platform/assets/stored-files/stored-file-access.ts'
import { prepareImage } from '../../platform/assets/stored-files/prepare-image.ts'
import { storeImage } from '../../platform/assets/stored-files/store-image.ts'
import { type AssetReader } from '../../platform/assets/asset-access.ts'
import { assetStorageKey } from '../../platform/assets/asset-keys.ts'
import { findOwnReadyAssets } from '../../platform/assets/asset.repository.ts'
import { type AssetRow } from '../../platform/assets/asset.presenter.ts'
import { takeNextPosition } from './ensure-creator.ts'
import { type CommandContext } from '../../platform/access/command-context.ts'
import { publishProfileChange } from './publish-profile-change.ts'
import { updateSearchTexts } from './search-texts.ts'
import { readProfile } from './read-talent.ts'

/**
 * Adds a portfolio item with the user's own image at the end of their page; without one, with the asset's thumbnail.
 */
export async function addPortfolioItem(
  ctx: CommandContext,
  body: z.output<typeof portfolioItemBody>,
): Promise<Result<Talent>> {
  const { tx, actor, deps } = ctx
  const [asset] = body.assetId === null ? [] : await findOwnReadyAssets(tx, actor.id, [body.assetId])
  if (body.assetId !== null && !asset) return refuse('asset.not-ready', 'invalid', { field: 'assetId' })
  const file = body.fileId === null ? await storeAssetThumbnail(ctx, asset) : await findOwnImage(ctx, body.fileId)
  if (!file.ok) return file
  const now = deps.clock.now()
  const position = await takeNextPosition(tx, 'portfolio_items', actor.id, now)
  if (!position.ok) return position
  await tx
    .insertInto('portfolio_items')
    .values({
      id: deps.ids.next(),
      creator_id: actor.id,
      position: position.value,
      title: body.title,
      description: body.description,
      file_id: file.value.id,
      asset_id: body.assetId,
      created_at: new Date(now),
    })
    .execute()
  await updateSearchTexts(tx, actor.id)
  await publishProfileChange(tx, actor.id)
  return ok(await readProfile(tx, actor.id))
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

/** Removes a portfolio item from the user's page; its image becomes private again. */
export async function removePortfolioItem({ tx, actor, deps }: CommandContext, id: string): Promise<Result<Done>> {
  const removed = await tx
    .updateTable('portfolio_items')
    .set({ removed_at: new Date(deps.clock.now()) })
    .where('id', '=', id)
    .where('creator_id', '=', actor.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (removed.numUpdatedRows === 0n) return refuse('portfolio.item-not-found', 'not-found')
  await updateSearchTexts(tx, actor.id)
  await publishProfileChange(tx, actor.id)
  return ok({ done: true })
}

/** Lets every signed-in user see portfolio images, without the metadata of their originals. */
export const portfolioFileReader: StoredFileReader = async ({ db, file, userId }) => {
  if (userId === null) return 'none'
  const shown = await db
    .selectFrom('portfolio_items')
    .select('id')
    .where('creator_id', '=', file.ownerId)
    .where('file_id', '=', file.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return shown ? 'preview' : 'none'
}

/** Lets every signed-in user view portfolio assets; the source files stay private. */
export const portfolioAssetReader: AssetReader = async ({ db, asset, userId }) => {
  if (userId === null) return 'none'
  const shown = await db
    .selectFrom('portfolio_items')
    .select('id')
    .where('asset_id', '=', asset.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return shown ? 'view' : 'none'
}
