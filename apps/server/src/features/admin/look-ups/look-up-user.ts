import { type LookedUpUser } from '@veranda/contract/admin/look-ups/schemas.ts'
import { type AdminRole, permissionsOf } from '@veranda/core/admin/admin-roles.ts'
import { suspensionActionsFor } from '@veranda/core/admin/suspension.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { type Account } from '@veranda/core/ledger/chart-of-accounts.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { toUserSummaryDto } from '../../../platform/access/user.presenter.ts'
import { type Db } from '../../../platform/db/database.ts'
import { balancesOf } from '../../../platform/ledger/balances.ts'
import { type LookUpContext, recordLookUp } from './record-look-up.ts'

/** As many of the latest projects and bookings as a page shows. */
const maxListed = 20

const accountsOfUser = [
  'creator_pending',
  'creator_available',
  'creator_frozen',
  'payout_transit',
  'receivable',
  'refund_payable',
  'unapplied',
] as const

type UserRow = {
  readonly id: string
  readonly name: string
  readonly avatar_file: string | null
  readonly email: string | null
  readonly handle: string | null
  readonly role: LookedUpUser['role']
  readonly admin_roles: AdminRole[]
  readonly language: LookedUpUser['language']
  readonly time_zone: string
  readonly created_at: Instant
  readonly last_login_at: Instant | null
  readonly closed_at: Instant | null
  readonly deletion_at: Instant | null
  readonly is_admin: boolean
  readonly suspended_at: Instant | null
  readonly suspended_until: Instant | null
  readonly suspension_reason: string | null
  readonly has_second_factor: boolean
  readonly device_count: number
}

/** Reads a user with what support and money need of them. Refuses account.not-found. */
export async function lookUpUser(ctx: LookUpContext, id: string): Promise<Result<LookedUpUser>> {
  const { tx, actor } = ctx
  const { rows } = await sql<UserRow>`
    select u.id, u.name, u.avatar_file, u.email, u.role, u.admin_roles, u.language, u.time_zone, u.created_at,
      u.last_login_at, u.closed_at, u.deletion_at, u.is_admin, u.suspended_at, u.suspended_until, u.suspension_reason,
      (select h.handle from creator_handles h where h.creator_id = u.id and h.is_current) as handle,
      exists (select from totp_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor,
      (select count(*)::int from sessions s where s.user_id = u.id and s.expires_at > now()) as device_count
    from users u where u.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) return refuse('account.not-found', 'not-found')
  await recordLookUp(ctx, { kind: 'user', id })
  const maySeeWork = permissionsOf(actor.adminRoles).includes('look-up-work')
  return ok({
    user: toUserSummaryDto(row),
    email: row.email,
    handle: row.handle,
    role: row.role,
    adminRoles: row.admin_roles,
    language: row.language,
    timeZone: row.time_zone,
    createdAt: toIso(row.created_at),
    lastSignInAt: row.last_login_at === null ? null : toIso(row.last_login_at),
    closedAt: row.closed_at === null ? null : toIso(row.closed_at),
    deletionAt: row.deletion_at === null ? null : toIso(row.deletion_at),
    suspension: toSuspensionDto(row),
    actions: suspensionActionsFor(
      {
        id: asId<UserId>(row.id),
        isAdmin: row.is_admin,
        isClosed: row.closed_at !== null,
        isSuspended: row.suspended_at !== null,
      },
      actor,
    ),
    hasSecondFactor: row.has_second_factor,
    deviceCount: row.device_count,
    work: maySeeWork ? await readMoneyOfUser(tx, id) : null,
  })
}

function toSuspensionDto(row: UserRow): LookedUpUser['suspension'] {
  if (row.suspended_at === null) return null
  const until = row.suspended_until === null ? null : toIso(row.suspended_until)
  return { at: toIso(row.suspended_at), until, reason: row.suspension_reason ?? '' }
}

type Work = NonNullable<LookedUpUser['work']>
type ListedRow<State> = {
  readonly id: string
  readonly title: string
  readonly state: State
  readonly side: 'client' | 'creator'
  readonly at: Instant
}

async function readMoneyOfUser(db: Db, userId: string): Promise<Work> {
  const balances = await balancesOf(
    db,
    accountsOfUser.map((name): Account => `${name}:${userId}`),
  )
  const projects = await sql<ListedRow<Work['projects'][number]['state']>>`
    select p.id, p.title, p.state, case m.role when 'client' then 'client' else 'creator' end as side, p.updated_at as at
    from project_members m join projects p on p.id = m.project_id
    where m.user_id = ${userId} and m.left_at is null
    order by m.project_updated_at desc, p.id desc limit ${maxListed}`.execute(db)
  const bookings = await sql<ListedRow<Work['bookings'][number]['state']>>`
    select b.id, b.terms->>'title' as title, b.state,
      case b.client_id when ${userId} then 'client' else 'creator' end as side, b.starts_at as at
    from bookings b where b.client_id = ${userId} or b.creator_id = ${userId}
    order by b.starts_at desc, b.id desc limit ${maxListed}`.execute(db)
  return {
    balances: balances.map(({ account, currency, amount }) => ({ account, money: { amount, currency } })),
    projects: projects.rows.map(({ at, ...row }) => ({ ...row, at: toIso(at) })),
    bookings: bookings.rows.map(({ at, ...row }) => ({ ...row, at: toIso(at) })),
  }
}
