import { type LookedUpProject } from '@veranda/contract/admin/look-ups/schemas.ts'
import { escrowAccounts } from '@veranda/core/ledger/chart-of-accounts.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { toUserSummaryDto, userJson, type UserSummaryRow } from '../../../platform/access/user.presenter.ts'
import { balancesOf } from '../../../platform/ledger/balances.ts'
import { type LookUpContext, recordLookUp } from './record-look-up.ts'

type MemberRow = { readonly user: UserSummaryRow; readonly role: LookedUpProject['members'][number]['role'] }
type MilestoneRow = {
  readonly id: string
  readonly title: string
  readonly state: LookedUpProject['milestones'][number]['state']
  readonly creator: UserSummaryRow
  readonly amount: number
  readonly currency: string
}
type BookingRow = {
  readonly id: string
  readonly title: string
  readonly state: LookedUpProject['bookings'][number]['state']
  readonly starts_at: Instant
}

/** Reads a project with its members, milestones, their money in escrow, and bookings. Refuses project.not-found. */
export async function lookUpProject(ctx: LookUpContext, id: string): Promise<Result<LookedUpProject>> {
  const { tx } = ctx
  const project = await tx
    .selectFrom('projects')
    .select(['id', 'title', 'state', 'created_at', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!project) return refuse('project.not-found', 'not-found')
  await recordLookUp(ctx, { kind: 'project', id })
  const members = await sql<MemberRow>`
    select ${userJson('u')} as user, m.role from project_members m join users u on u.id = m.user_id
    where m.project_id = ${id} and m.left_at is null order by m.joined_at, u.id`.execute(tx)
  const milestones = await sql<MilestoneRow>`
    select m.id, m.title, m.state, ${userJson('u')} as creator, m.amount, m.currency
    from milestones m join users u on u.id = m.creator_id where m.project_id = ${id}
    order by m.commission_id, m.number`.execute(tx)
  const bookings = await sql<BookingRow>`
    select b.id, b.terms->>'title' as title, b.state, b.starts_at from bookings b
    where b.project_id = ${id} order by b.starts_at, b.id`.execute(tx)
  const held = await balancesOf(
    tx,
    milestones.rows.flatMap((milestone) => escrowAccounts.map((name) => `${name}:${milestone.id}` as const)),
  )
  const escrowOf = (milestoneId: string) =>
    held.reduce((sum, { account, amount }) => (account.endsWith(`:${milestoneId}`) ? sum + amount : sum), 0)
  return ok({
    id,
    title: project.title,
    state: project.state,
    createdAt: toIso(project.created_at),
    updatedAt: toIso(project.updated_at),
    members: members.rows.map(({ user, role }) => ({ user: toUserSummaryDto(user), role })),
    milestones: milestones.rows.map((row) => ({
      id: row.id,
      title: row.title,
      state: row.state,
      creator: toUserSummaryDto(row.creator),
      price: { amount: row.amount, currency: row.currency },
      held: { amount: escrowOf(row.id), currency: row.currency },
    })),
    bookings: bookings.rows.map(({ starts_at: startsAt, ...row }) => ({ ...row, startsAt: toIso(startsAt) })),
  })
}
