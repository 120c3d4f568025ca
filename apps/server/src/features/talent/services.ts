import { type ServiceBody, type Talent } from '@veranda/contract/talent/schemas.ts'
import { type Done } from '@veranda/contract/shapes.ts'
import { type Currency, money, parseMoney } from '@veranda/core/money/money.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { priceFrom } from '@veranda/core/talent/search.ts'
import { type Tx } from '../../db/database.ts'
import { becomeCreator } from './become-creator.ts'
import { type At } from './change-profile.ts'
import { readProfile } from './read-talent.ts'

const atMost = 50

/** Puts a service on one's page, at the end. */
export async function addService({ tx, actor, deps }: At, body: ServiceBody): Promise<Result<Talent>> {
  const price = parseMoney(body.price, 'price')
  if (!price.ok) return price
  const now = deps.clock.now()
  await becomeCreator(tx, actor.id, now)
  const { count, last } = await tx
    .selectFrom('services')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('removed_at', 'is', null).as('count'),
      fn.max('position').as('last'),
    ])
    .where('creator_id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (count >= atMost) return refuse('service.too-many', 'conflict', { detail: { most: atMost } })
  await tx
    .insertInto('services')
    .values({
      id: deps.ids.next(),
      creator_id: actor.id,
      position: (last ?? 0) + 1,
      title: body.title,
      description: body.description,
      price: price.value.amount,
      currency: price.value.currency,
      unit: body.unit,
      delivery_days: body.deliveryDays,
      created_at: new Date(now),
    })
    .execute()
  await savePriceFrom(tx, actor.id)
  return ok(await readProfile(tx, actor.id))
}

/** Takes a service off one's page; agreements made on it stand. */
export async function removeService({ tx, actor, deps }: At, id: string): Promise<Result<Done>> {
  const now = deps.clock.now()
  const removed = await tx
    .updateTable('services')
    .set({ removed_at: new Date(now) })
    .where('id', '=', id)
    .where('creator_id', '=', actor.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (removed.numUpdatedRows === 0n) return refuse('service.not-found', 'not-found')
  await becomeCreator(tx, actor.id, now)
  await savePriceFrom(tx, actor.id)
  return ok({ done: true })
}

/** The lowest price stands with the creator, where the search finds it. */
async function savePriceFrom(tx: Tx, creatorId: string): Promise<void> {
  const rows = await tx
    .selectFrom('services')
    .select(['price', 'currency'])
    .where('creator_id', '=', creatorId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()
  // addService lets in known currencies only.
  const least = priceFrom(rows.map(({ price, currency }) => ({ price: money(price, currency as Currency) })))
  await tx
    .updateTable('creators')
    .set({ price_from: least?.amount ?? null, price_currency: least?.currency ?? null })
    .where('person_id', '=', creatorId)
    .execute()
}
