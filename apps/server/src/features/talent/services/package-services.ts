import { type PackageServiceBody, type Profile } from '@veranda/contract/talent/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { type Currency, type Money, money, parseMoney } from '@veranda/core/money/money.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { priceFrom } from '@veranda/core/talent/search/search.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { ensureCreator } from '../profile/ensure-creator.ts'
import { moveListItem, restoreListItem, takeNextPosition } from '../profile/page-lists.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { publishProfileChange } from '../profile/publish-profile-change.ts'
import { updateSearchTexts } from '../search/update-search-texts.ts'
import { readProfile } from '../page/read-creator.ts'

/** Adds a package service at the end of the user's page. */
export async function addPackageService(ctx: CommandContext, body: PackageServiceBody): Promise<Result<Profile>> {
  const { tx, actor, deps } = ctx
  const price = parseMoney(body.price, 'price')
  if (!price.ok) return price
  const now = deps.clock.now()
  const position = await takeNextPosition(tx, 'package_services', actor.id, now)
  if (!position.ok) return position
  await tx
    .insertInto('package_services')
    .values({
      id: deps.ids.next(),
      creator_id: actor.id,
      position: position.value,
      created_at: new Date(now),
      ...columnsOf(body, price.value),
    })
    .execute()
  return profileAfterChange(ctx)
}

/** Changes a package service; requests that were made from it keep what it was. */
export async function changePackageService(
  ctx: CommandContext,
  id: string,
  body: PackageServiceBody,
): Promise<Result<Profile>> {
  const { tx, actor, deps } = ctx
  const price = parseMoney(body.price, 'price')
  if (!price.ok) return price
  const changed = await tx
    .updateTable('package_services')
    .set(columnsOf(body, price.value))
    .where('id', '=', id)
    .where('creator_id', '=', actor.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return refuse('package-service.not-found', 'not-found')
  await ensureCreator(tx, actor.id, deps.clock.now())
  return profileAfterChange(ctx)
}

/** Moves a package service before another one, or to the end. */
export async function movePackageService(
  ctx: CommandContext,
  id: string,
  before: string | null,
): Promise<Result<Profile>> {
  const { tx, actor, deps } = ctx
  const moved = await moveListItem(tx, 'package_services', { userId: actor.id, id, before, now: deps.clock.now() })
  return moved.ok ? profileAfterChange(ctx) : moved
}

/** Undoes the removal of a package service. */
export async function restorePackageService(ctx: CommandContext, id: string): Promise<Result<Profile>> {
  const { tx, actor, deps } = ctx
  const restored = await restoreListItem(tx, 'package_services', { userId: actor.id, id, now: deps.clock.now() })
  return restored.ok ? profileAfterChange(ctx) : restored
}

/** Removes a package service from the user's page; agreements based on it stay. */
export async function removePackageService({ tx, actor, deps }: CommandContext, id: string): Promise<Result<Done>> {
  const now = deps.clock.now()
  const removed = await tx
    .updateTable('package_services')
    .set({ removed_at: new Date(now) })
    .where('id', '=', id)
    .where('creator_id', '=', actor.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (removed.numUpdatedRows === 0n) return refuse('package-service.not-found', 'not-found')
  await ensureCreator(tx, actor.id, now)
  await updatePriceFrom(tx, actor.id)
  await updateSearchTexts(tx, actor.id)
  await publishProfileChange(tx, actor.id)
  return ok({ done: true })
}

async function profileAfterChange({ tx, actor }: CommandContext): Promise<Result<Profile>> {
  await updatePriceFrom(tx, actor.id)
  await updateSearchTexts(tx, actor.id)
  await publishProfileChange(tx, actor.id)
  return ok(await readProfile(tx, actor.id))
}

function columnsOf(body: PackageServiceBody, price: Money) {
  const { title, description, unit, deliveryDays, reviewRounds } = body
  const terms = { title, description, unit, delivery_days: deliveryDays, review_rounds: reviewRounds }
  return { ...terms, price: price.amount, currency: price.currency }
}

/** Updates the creator's lowest price, which search reads. */
async function updatePriceFrom(tx: Tx, creatorId: string): Promise<void> {
  const rows = await tx
    .selectFrom('package_services')
    .select(['price', 'currency'])
    .where('creator_id', '=', creatorId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  // addPackageService accepts known currencies only.
  const lowestPrice = priceFrom(rows.map(({ price, currency }) => ({ price: money(price, currency as Currency) })))
  await tx
    .updateTable('creators')
    .set({ price_from: lowestPrice?.amount ?? null, price_currency: lowestPrice?.currency ?? null })
    .where('user_id', '=', creatorId)
    .execute()
}
