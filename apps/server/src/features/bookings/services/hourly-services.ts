import {
  type HourlyService,
  type HourlyServiceBody,
  type HourlyServiceList,
} from '@veranda/contract/bookings/services/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { checkServiceTerms } from '@veranda/core/bookings/services/hourly-service.ts'
import { split } from '@veranda/core/money/fees.ts'
import { type Money, minor, parseMoney } from '@veranda/core/money/money.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { paymentsOff } from '@veranda/core/payments/payments-off.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Db } from '../../../platform/db/database.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { lockUserCalendars } from '../booking-locks.ts'
import { type HourlyServiceRow, toBookingRules } from '../availability/read-availability.ts'

const maxHourlyServices = 30

/** Lists the user's own hourly services in their order. */
export async function listHourlyServices({
  tx,
  actor,
}: {
  tx: Db
  actor: CommandContext['actor']
}): Promise<HourlyServiceList> {
  const rows = await findHourlyServices(tx, actor.id)
  return { items: rows.map(toHourlyServiceDto) }
}

export function findHourlyServices(db: Db, creatorId: string): Promise<HourlyServiceRow[]> {
  return db
    .selectFrom('hourly_services')
    .selectAll()
    .where('creator_id', '=', creatorId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()
}

/** Adds an hourly service at the end. Any user may; the first one makes their public page, if they have none. */
export async function addHourlyService(ctx: CommandContext, body: HourlyServiceBody): Promise<Result<HourlyService>> {
  const { tx, actor, clock, deps } = ctx
  const price = checkPrice(ctx, body)
  if (!price.ok) return price
  await lockUserCalendars(tx, [actor.id])
  const { count, last } = await tx
    .selectFrom('hourly_services')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('removed_at', 'is', null).as('count'),
      fn.max('position').as('last'),
    ])
    .where('creator_id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (count >= maxHourlyServices)
    return refuse('hourly-service.too-many', 'conflict', { detail: { max: maxHourlyServices } })
  const row = await tx
    .insertInto('hourly_services')
    .values({
      id: deps.ids.next(),
      creator_id: actor.id,
      position: (last ?? 0) + 1,
      created_at: new Date(clock.now()),
      ...columnsOf(body, price.value),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await appendServiceChanged(ctx, row.id)
  return ok(toHourlyServiceDto(row))
}

/** Changes an hourly service for future bookings; existing bookings keep their terms. */
export async function changeHourlyService(
  ctx: CommandContext,
  id: string,
  body: HourlyServiceBody,
): Promise<Result<HourlyService>> {
  const { tx, actor } = ctx
  const price = checkPrice(ctx, body)
  if (!price.ok) return price
  await lockUserCalendars(tx, [actor.id])
  const row = await tx
    .updateTable('hourly_services')
    .set(columnsOf(body, price.value))
    .where('id', '=', id)
    .where('creator_id', '=', actor.id)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) return refuse('hourly-service.not-found', 'not-found')
  await appendServiceChanged(ctx, id)
  return ok(toHourlyServiceDto(row))
}

/** Removes an hourly service; existing bookings stay. */
export async function removeHourlyService(ctx: CommandContext, id: string): Promise<Result<Done>> {
  const { tx, actor, clock } = ctx
  await lockUserCalendars(tx, [actor.id])
  const row = await tx
    .updateTable('hourly_services')
    .set({ removed_at: new Date(clock.now()) })
    .where('id', '=', id)
    .where('creator_id', '=', actor.id)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!row) return refuse('hourly-service.not-found', 'not-found')
  await appendServiceChanged(ctx, id)
  return ok({ done: true })
}

async function appendServiceChanged({ tx, actor, clock }: CommandContext, serviceId: string): Promise<void> {
  await appendEvent(tx, {
    type: 'hourly-service.changed',
    subject: { kind: 'hourly-service', id: serviceId },
    actor: actor.id,
    at: clock.now(),
    data: { creatorId: actor.id, serviceId },
  })
}

function checkPrice({ deps }: CommandContext, body: HourlyServiceBody): Result<Money | null> {
  if (body.price && !deps.env.payments) return paymentsOff('price')
  const terms = checkServiceTerms(body)
  if (!terms.ok) return terms
  return body.price ? parseMoney(body.price, 'price') : ok(null)
}

function columnsOf(body: HourlyServiceBody, price: Money | null) {
  return {
    title: body.title,
    description: body.description,
    price: price?.amount ?? null,
    currency: price?.currency ?? null,
    minutes: body.minutes,
    buffer_before_minutes: body.bufferBeforeMinutes,
    buffer_after_minutes: body.bufferAfterMinutes,
    notice_minutes: body.noticeMinutes,
    horizon_days: body.horizonDays,
    increment_minutes: body.incrementMinutes,
    max_per_day: body.maxPerDay,
    max_per_week: body.maxPerWeek,
    confirmation: body.confirmation,
    policy: JSON.stringify(body.policy),
  }
}

export function toHourlyServiceDto(row: HourlyServiceRow): HourlyService {
  const price = row.price === null || row.currency === null ? null : { amount: row.price, currency: row.currency }
  return {
    id: row.id,
    creatorId: row.creator_id,
    title: row.title,
    description: row.description,
    price: price && {
      ...price,
      clientPays: { ...price, amount: split(minor(price.amount), currentRates).clientPays },
    },
    ...toBookingRules(row),
    policy: row.policy.map(({ hoursBefore, refundPercent }) => ({ hoursBefore, refundPercent })),
  }
}
