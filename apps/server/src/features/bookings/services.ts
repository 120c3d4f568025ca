import { type Session, type SessionBody, type SessionList } from '@veranda/contract/bookings/session-schemas.ts'
import { type Done } from '@veranda/contract/shapes.ts'
import { checkTerms } from '@veranda/core/bookings/session-terms.ts'
import { split } from '@veranda/core/money/fees.ts'
import { type Money, minor, parseMoney } from '@veranda/core/money/money.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Db } from '../../db/database.ts'
import { append } from '../../log/append.ts'
import { type At } from './at.ts'
import { lockPeople } from './lock-people.ts'
import { type ServiceRow, rulesOfRow } from './read-availability.ts'

const atMost = 30

/** What one offers to book, in one's own order. */
export async function listServices({ tx, actor }: { tx: Db; actor: At['actor'] }): Promise<SessionList> {
  const rows = await servicesOf(tx, actor.id)
  return { items: rows.map(showService) }
}

export function servicesOf(db: Db, creatorId: string): Promise<ServiceRow[]> {
  return db
    .selectFrom('session_services')
    .selectAll()
    .where('creator_id', '=', creatorId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()
}

/** Offers one more thing to book, at the end. Only creators offer. */
export async function addService(at: At, body: SessionBody): Promise<Result<Session>> {
  const { tx, actor, clock, deps } = at
  if (actor.role !== 'creator') return refuse('session.creators-only', 'not-allowed')
  const price = checked(body)
  if (!price.ok) return price
  await lockPeople(tx, [actor.id])
  const { count, last } = await tx
    .selectFrom('session_services')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('removed_at', 'is', null).as('count'),
      fn.max('position').as('last'),
    ])
    .where('creator_id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (count >= atMost) return refuse('session.too-many', 'conflict', { detail: { most: atMost } })
  const row = await tx
    .insertInto('session_services')
    .values({
      id: deps.ids.next(),
      creator_id: actor.id,
      position: (last ?? 0) + 1,
      created_at: new Date(clock.now()),
      ...columnsOf(body, price.value),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tell(at, row.id)
  return ok(showService(row))
}

/** Changes what is offered from now on; bookings keep what they were made with. */
export async function changeService(at: At, id: string, body: SessionBody): Promise<Result<Session>> {
  const { tx, actor } = at
  const price = checked(body)
  if (!price.ok) return price
  await lockPeople(tx, [actor.id])
  const row = await tx
    .updateTable('session_services')
    .set(columnsOf(body, price.value))
    .where('id', '=', id)
    .where('creator_id', '=', actor.id)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) return refuse('session.not-found', 'not-found')
  await tell(at, id)
  return ok(showService(row))
}

/** Offers it no longer; what is booked stands. */
export async function removeService(at: At, id: string): Promise<Result<Done>> {
  const { tx, actor, clock } = at
  await lockPeople(tx, [actor.id])
  const row = await tx
    .updateTable('session_services')
    .set({ removed_at: new Date(clock.now()) })
    .where('id', '=', id)
    .where('creator_id', '=', actor.id)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!row) return refuse('session.not-found', 'not-found')
  await tell(at, id)
  return ok({ done: true })
}

async function tell({ tx, actor, clock }: At, serviceId: string): Promise<void> {
  await append(tx, {
    type: 'session.changed',
    subject: { kind: 'session', id: serviceId },
    actor: actor.id,
    at: clock.now(),
    data: { creatorId: actor.id, serviceId },
  })
}

function checked(body: SessionBody): Result<Money | null> {
  const terms = checkTerms(body)
  if (!terms.ok) return terms
  return body.price ? parseMoney(body.price, 'price') : ok(null)
}

function columnsOf(body: SessionBody, price: Money | null) {
  return {
    title: body.title,
    description: body.description,
    price: price?.amount ?? null,
    currency: price?.currency ?? null,
    minutes: body.minutes,
    buffer_before: body.bufferBefore,
    buffer_after: body.bufferAfter,
    notice_minutes: body.noticeMinutes,
    horizon_days: body.horizonDays,
    increment_minutes: body.incrementMinutes,
    per_day: body.perDay,
    per_week: body.perWeek,
    confirmation: body.confirmation,
    policy: JSON.stringify(body.policy),
  }
}

export function showService(row: ServiceRow): Session {
  const price = row.price === null || row.currency === null ? null : { amount: row.price, currency: row.currency }
  return {
    id: row.id,
    creatorId: row.creator_id,
    title: row.title,
    description: row.description,
    price,
    clientPays: price && { ...price, amount: split(minor(price.amount), currentRates).clientPays },
    ...rulesOfRow(row),
    policy: row.policy.map(({ hoursBefore, refundPercent }) => ({ hoursBefore, refundPercent })),
  }
}
