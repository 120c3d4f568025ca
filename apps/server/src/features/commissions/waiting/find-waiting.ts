import { type Commission } from '@veranda/contract/commissions/schemas.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db } from '../../../db/database.ts'
import { jsonMoment } from '../json-moment.ts'
import { personJson, type PersonRow } from '../../../access/person.ts'

/** A commission with just what says who is waited upon, and for how much. */
export type WaitingRow = {
  id: string
  project_id: string
  project_title: string
  state: Commission['state']
  client: PersonRow
  creator: PersonRow
  expires_at: Instant | null
  reviews_close_at: Instant | null
  reviewed: ('client' | 'creator')[]
  /** Price of the version on the table, in minor units; null before there is one. */
  price: number | null
  currency: string | null
  milestones: {
    id: string
    title: string
    state: Commission['milestones'][number]['state']
    amount: number
    client_fee: number
    creator_fee: number
    currency: string
    due_at: Instant
    attempt_expires_at: Instant | null
    review_ends_at: Instant | null
  }[]
}

const milestones = sql`(
  select coalesce(json_agg(json_build_object('id', m.id, 'title', m.title, 'state', m.state, 'amount', m.amount,
    'client_fee', m.client_fee, 'creator_fee', m.creator_fee, 'currency', m.currency,
    'due_at', ${jsonMoment('m.due_at')}, 'attempt_expires_at', ${jsonMoment('m.attempt_expires_at')},
    'review_ends_at', ${jsonMoment('m.review_ends_at')}) order by m.number), '[]')
  from milestones m where m.commission_id = c.id
)`

const reviewed = sql`(
  select coalesce(json_agg(case when r.by_id = c.client_id then 'client' else 'creator' end), '[]')
  from reviews r where r.commission_id = c.id
)`

const price = sql`(
  select sum((terms ->> 'amount')::bigint)::bigint from jsonb_array_elements(o.content -> 'milestones') terms
)`

/** The commissions between the reader and somebody in these projects, in one query. */
export function waitingInProjects(db: Db, projectIds: readonly string[], readerId: string): Promise<WaitingRow[]> {
  if (projectIds.length === 0) return Promise.resolve([])
  return findWaiting(db, sql`c.project_id = any(${projectIds}::uuid[]) and ${readerId} in (c.client_id, c.creator_id)`)
}

/** All commissions of a person in which somebody may be waited upon, in one query. */
export function waitingOfPerson(db: Db, personId: string): Promise<WaitingRow[]> {
  const open = ['requested', 'offered', 'countered', 'accepted', 'active']
  return findWaiting(
    db,
    sql`c.id in (
      select id from commissions where client_id = ${personId} and state = any(${open})
      union select id from commissions where creator_id = ${personId} and state = any(${open})
      union select commission_id from review_windows where client_id = ${personId} and closed_at is null
      union select commission_id from review_windows where creator_id = ${personId} and closed_at is null
    )`,
  )
}

async function findWaiting(db: Db, wanted: RawBuilder<unknown>): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select c.id, c.project_id, p.title as project_title, c.state, c.expires_at,
      ${personJson('cl')} as client, ${personJson('cr')} as creator,
      w.closes_at as reviews_close_at, ${reviewed} as reviewed,
      ${price} as price, o.content ->> 'currency' as currency, ${milestones} as milestones
    from commissions c
    join projects p on p.id = c.project_id
    join people cl on cl.id = c.client_id
    join people cr on cr.id = c.creator_id
    left join offer_versions o on o.id = coalesce(c.accepted_offer_id, c.current_offer_id)
    left join review_windows w on w.commission_id = c.id and w.closed_at is null
    where ${wanted}
    order by c.created_at, c.id`.execute(db)
  return rows
}
