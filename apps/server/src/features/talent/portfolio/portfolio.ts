import { type portfolioItemBody, type portfolioItemPatch, type Profile } from '@veranda/contract/talent/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import type * as z from 'zod/mini'
import { type StoredFileReader } from '../../../platform/assets/stored-files/stored-file-access.ts'
import { type AssetReader } from '../../../platform/assets/asset-access.ts'
import { askWorkConsentsAgain } from '../consents/ask-work-consents-again.ts'
import { ensureCreator } from '../profile/ensure-creator.ts'
import { moveListItem, restoreListItem, takeNextPosition } from '../profile/page-lists.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { portfolioAssetKinds, prepareFiles, saveFiles } from './portfolio-files.ts'
import { publishProfileChange } from '../profile/publish-profile-change.ts'
import { updateSearchTexts } from '../search/update-search-texts.ts'
import { readProfile } from '../page/read-creator.ts'

/**
 * Adds a portfolio item with the user's own images and assets at the end of their page. An asset without an image shows
 * its thumbnail.
 */
export async function addPortfolioItem(
  ctx: CommandContext,
  { title, description, discipline, fileId, assetId, files: others }: z.output<typeof portfolioItemBody>,
): Promise<Result<Profile>> {
  const { tx, actor, deps } = ctx
  const first = fileId === null && assetId === null ? [] : [{ fileId, assetId }]
  const files = await prepareFiles(ctx, [...first, ...others], null)
  if (!files.ok) return files
  const [cover] = files.value
  if (!cover) return refuse('portfolio.no-image', 'invalid', { field: 'fileId' })
  const now = deps.clock.now()
  const position = await takeNextPosition(tx, 'portfolio_items', actor.id, now)
  if (!position.ok) return position
  const id = deps.ids.next()
  await tx
    .insertInto('portfolio_items')
    .values({
      id,
      creator_id: actor.id,
      position: position.value,
      title,
      description,
      discipline,
      file_id: cover.fileId,
      asset_id: cover.assetId,
      created_at: new Date(now),
    })
    .execute()
  await saveFiles(ctx, id, files.value)
  return profileAfterChange(ctx)
}

/** Changes a portfolio item of the user's page; omitted fields stay. Images that are left out become private again. */
export async function changePortfolioItem(
  ctx: CommandContext,
  id: string,
  { title, description, discipline, files: asked }: z.output<typeof portfolioItemPatch>,
): Promise<Result<Profile>> {
  const { tx, actor, deps } = ctx
  const item = await tx
    .selectFrom('portfolio_items')
    .select(['file_id', 'asset_id'])
    .where('id', '=', id)
    .where('creator_id', '=', actor.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!item) return refuse('portfolio.item-not-found', 'not-found')
  await ensureCreator(tx, actor.id, deps.clock.now())
  if (asked !== undefined) {
    const files = await prepareFiles(ctx, asked, id)
    if (!files.ok) return files
    await saveFiles(ctx, id, files.value)
    const [cover] = files.value
    // The cover is what strangers see.
    if (cover?.fileId !== item.file_id || cover.assetId !== item.asset_id) await askWorkConsentsAgain(ctx, id)
  }
  const fields = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(discipline === undefined ? {} : { discipline }),
  }
  if (Object.keys(fields).length > 0) {
    await tx.updateTable('portfolio_items').set(fields).where('id', '=', id).execute()
  }
  return profileAfterChange(ctx)
}

/** Moves a portfolio item before another one, or to the end. */
export async function movePortfolioItem(
  ctx: CommandContext,
  id: string,
  before: string | null,
): Promise<Result<Profile>> {
  const { tx, actor, deps } = ctx
  const moved = await moveListItem(tx, 'portfolio_items', { userId: actor.id, id, before, now: deps.clock.now() })
  return moved.ok ? profileAfterChange(ctx) : moved
}

/** Undoes the removal of a portfolio item. */
export async function restorePortfolioItem(ctx: CommandContext, id: string): Promise<Result<Profile>> {
  const { tx, actor, deps } = ctx
  const restored = await restoreListItem(tx, 'portfolio_items', { userId: actor.id, id, now: deps.clock.now() })
  return restored.ok ? profileAfterChange(ctx) : restored
}

/** Removes a portfolio item from the user's page; its images become private again. */
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

async function profileAfterChange({ tx, actor }: CommandContext): Promise<Result<Profile>> {
  await updateSearchTexts(tx, actor.id)
  await publishProfileChange(tx, actor.id)
  return ok(await readProfile(tx, actor.id))
}

/** Lets every signed-in user see portfolio images, without the metadata of their originals. */
export const portfolioFileReader: StoredFileReader = async ({ db, file, userId }) => {
  if (userId === null) return 'none'
  const shown = await db
    .selectFrom('portfolio_files as f')
    .innerJoin('portfolio_items as p', 'p.id', 'f.item_id')
    .select('f.id')
    .where('f.file_id', '=', file.id)
    .where('p.creator_id', '=', file.ownerId)
    .where('p.removed_at', 'is', null)
    .executeTakeFirst()
  return shown ? 'preview' : 'none'
}

/** Lets every signed-in user view portfolio assets; the source files stay private. */
export const portfolioAssetReader: AssetReader = async ({ db, asset, userId }) => {
  if (userId === null) return 'none'
  const shown = await db
    .selectFrom('portfolio_files as f')
    .innerJoin('portfolio_items as p', 'p.id', 'f.item_id')
    .innerJoin('assets as w', 'w.id', 'f.asset_id')
    .innerJoin('asset_sources as o', 'o.sha256', 'w.sha256')
    .select('f.id')
    .where('f.asset_id', '=', asset.id)
    .where('o.kind', 'in', portfolioAssetKinds)
    .where('p.removed_at', 'is', null)
    .executeTakeFirst()
  return shown ? 'view' : 'none'
}
