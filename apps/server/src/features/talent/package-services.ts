import { type PackageServiceBody, type Talent } from '@veranda/contract/talent/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { type Currency, money, parseMoney } from '@veranda/core/money/money.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { priceFrom } from '@veranda/core/talent/search.ts'
import { type Tx } from '../../platform/db/database.ts'
import { ensureCreator, takeNextPosition } from './ensure-creator.ts'
import { type CommandContext } from '../../platform/access/command-context.ts'
import { publishProfileChange } from './publish-profile-change.ts'
import { updateSearchTexts } from './search-texts.ts'
import { readProfile } from './read-talent.ts'

/** Adds a package service at the end of the user's page. */
export async function addPackageService(
  { tx, actor, deps }: CommandContext,
  body: PackageServiceBody,
): Promise<Result<Talent>> {
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
      title: body.title,
      description: body.description,
      price: price.value.amount,
      currency: price.value.currency,
      unit: body.unit,
      delivery_days: body.deliveryDays,
      created_at: new Date(now),
    })
    .execute()
  await updatePriceFrom(tx, actor.id)
  await updateSearchTexts(tx, actor.id)
  await publishProfileChange(tx, actor.id)
  return ok(await readProfile(tx, actor.id))
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

/** Updates the creator's lowest price, which search reads. */
async function updatePriceFrom(tx: Tx, creatorId: string): Promise<void> {
  const rows = await tx
    .selectFrom('package_services')
    .select(['price', 'currency'])
    .where('creator_id', '=', creatorId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()
  // addPackageService accepts known currencies only.
  const lowestPrice = priceFrom(rows.map(({ price, currency }) => ({ price: money(price, currency as Currency) })))
  await tx
    .updateTable('creators')
    .set({ price_from: lowestPrice?.amount ?? null, price_currency: lowestPrice?.currency ?? null })
    .where('user_id', '=', creatorId)
    .execute()
}
