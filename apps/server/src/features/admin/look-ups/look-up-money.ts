import { type LookedUpMoney } from '@veranda/contract/admin/look-ups/schemas.ts'
import { permissionOfQueue } from '@veranda/core/admin/admin-queues.ts'
import { permissionsOf } from '@veranda/core/admin/admin-roles.ts'
import { milestoneAccounts } from '@veranda/core/ledger/chart-of-accounts.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { toUserSummaryDto, userJson, type UserSummaryRow } from '../../../platform/access/user.presenter.ts'
import { balancesOf } from '../../../platform/ledger/balances.ts'
import { listEntriesOfCharge } from '../../../platform/ledger/list-entries-of-charge.ts'
import { type LookUpContext, recordLookUp } from './record-look-up.ts'

type SubjectRow = {
  readonly title: string
  readonly state: LookedUpMoney['state']
  readonly client: UserSummaryRow
  readonly creator: UserSummaryRow
  readonly project_id: string | null
  readonly project: string | null
  readonly at: Instant
  readonly amount: number | null
  readonly currency: string | null
}

/** Reads a milestone with every ledger entry about its money. Refuses milestone.not-found. */
export async function lookUpMilestone(ctx: LookUpContext, id: string): Promise<Result<LookedUpMoney>> {
  const { rows } = await sql<SubjectRow>`
    select m.title, m.state, ${userJson('cl')} as client, ${userJson('cr')} as creator, p.id as project_id,
      p.title as project, m.due_at as at, m.amount, m.currency
    from milestones m join projects p on p.id = m.project_id
      join users cl on cl.id = m.client_id join users cr on cr.id = m.creator_id
    where m.id = ${id}`.execute(ctx.tx)
  const [row] = rows
  if (!row) return refuse('milestone.not-found', 'not-found')
  return ok(await readMoney(ctx, 'milestone', id, row))
}

/** Reads a booking with every ledger entry about its money. Refuses booking.not-found. */
export async function lookUpBooking(ctx: LookUpContext, id: string): Promise<Result<LookedUpMoney>> {
  const { rows } = await sql<SubjectRow>`
    select b.terms->>'title' as title, b.state, ${userJson('cl')} as client, ${userJson('cr')} as creator,
      b.project_id, p.title as project, b.starts_at as at,
      (b.terms->'price'->>'amount')::bigint as amount, b.terms->'price'->>'currency' as currency
    from bookings b left join projects p on p.id = b.project_id
      join users cl on cl.id = b.client_id join users cr on cr.id = b.creator_id
    where b.id = ${id}`.execute(ctx.tx)
  const [row] = rows
  if (!row) return refuse('booking.not-found', 'not-found')
  return ok(await readMoney(ctx, 'booking', id, row))
}

async function readMoney(
  ctx: LookUpContext,
  kind: LookedUpMoney['kind'],
  id: string,
  row: SubjectRow,
): Promise<LookedUpMoney> {
  const { tx } = ctx
  await recordLookUp(ctx, { kind, id })
  const column = kind === 'milestone' ? sql.ref('c.milestone_id') : sql.ref('c.booking_id')
  const of = { milestone_id: kind === 'milestone' ? id : null, booking_id: kind === 'booking' ? id : null }
  const balances = await balancesOf(
    tx,
    milestoneAccounts.map((name) => `${name}:${id}` as const),
  )
  return {
    kind,
    id,
    title: row.title,
    state: row.state,
    client: toUserSummaryDto(row.client),
    creator: toUserSummaryDto(row.creator),
    project: row.project_id === null ? null : { id: row.project_id, title: row.project ?? '' },
    at: toIso(row.at),
    price: row.amount === null || row.currency === null ? null : { amount: row.amount, currency: row.currency },
    charges: await listCharges(ctx, column, id),
    cases: await listCasesOf(ctx, column, id),
    balances: balances.map(({ account, currency, amount }) => ({ account, money: { amount, currency } })),
    entries: await listEntriesOfCharge(tx, of, []),
  }
}

async function listCharges(
  { tx }: LookUpContext,
  column: RawBuilder<unknown>,
  subjectId: string,
): Promise<LookedUpMoney['charges']> {
  const { rows } = await sql<{
    id: string
    state: string
    amount: number
    currency: string
    method_last4: string | null
    created_at: Instant
  }>`
    select c.id, c.state, c.amount, c.currency, c.method_last4, c.created_at from charges c
    where ${column} = ${subjectId} order by c.created_at, c.id`.execute(tx)
  return rows.map(({ id, state, amount, currency, method_last4: methodLast4, created_at: at }) => ({
    id,
    state,
    money: { amount, currency },
    methodLast4,
    at: toIso(at),
  }))
}

/** Lists the cases about the same money, of the queues that the admin may see. */
async function listCasesOf(
  { tx, actor }: LookUpContext,
  column: RawBuilder<unknown>,
  subjectId: string,
): Promise<LookedUpMoney['cases']> {
  const permissions = permissionsOf(actor.adminRoles)
  const { rows } = await sql<{
    queue: LookedUpMoney['cases'][number]['queue']
    id: string
    state: string
    amount: number
    currency: string
  }>`
    select 'refunds' as queue, r.id, r.state, r.amount, r.currency, r.requested_at as at
    from refunds r join charges c on c.id = r.charge_id where ${column} = ${subjectId}
    union all
    select 'chargebacks', k.charge_id, k.state, k.amount, k.currency, k.opened_at
    from chargebacks k join charges c on c.id = k.charge_id where ${column} = ${subjectId}
    union all
    select 'disputes', d.id, d.state, d.amount, d.currency, d.opened_at
    from disputes d where d.milestone_id = ${subjectId}
    order by at, id`.execute(tx)
  return rows
    .filter(({ queue }) => permissions.includes(permissionOfQueue[queue]))
    .map(({ queue, id, state, amount, currency }) => ({ queue, id, state, money: { amount, currency } }))
}
