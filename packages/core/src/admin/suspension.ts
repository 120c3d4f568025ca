import { type UserId } from '../ids.ts'
import { ok, refuse, type Result } from '../result.ts'
import { after, day, type Instant } from '../time/instant.ts'
import { type AdminRole, permissionsOf } from './admin-roles.ts'

export const suspensionActions = ['suspend', 'lift-suspension'] as const
export type SuspensionAction = (typeof suspensionActions)[number]

/** The longest suspension that ends by itself. */
export const maxSuspensionDays = 730

/** The user of a suspension, as they are now. */
export type SuspendableUser = {
  readonly id: UserId
  readonly isAdmin: boolean
  /** The account is erased. */
  readonly isClosed: boolean
  readonly isSuspended: boolean
}
type ActingAdmin = { readonly id: UserId; readonly adminRoles: readonly AdminRole[] }

/**
 * Suspends a user until a time, or without one until it is lifted. A suspended user cannot sign in, and so takes no step
 * at all: they can only write to support. Everything that others or the clock do goes on: a release, a refund, a dispute,
 * a review window, the time in escrow. No one suspends themselves, and an admin only an owner. Refuses
 * admin.not-permitted, suspension.own-account, suspension.of-admin (not allowed), suspension.account-closed,
 * suspension.already-suspended (conflict) and suspension.until-out-of-range (invalid, until).
 */
export function suspendUser(
  user: SuspendableUser,
  by: ActingAdmin,
  { until, now }: { readonly until: Instant | null; readonly now: Instant },
): Result<SuspendableUser> {
  const permitted = checkPermitted(user, by)
  if (!permitted.ok) return permitted
  if (user.isSuspended) return refuse('suspension.already-suspended', 'conflict')
  if (until !== null && (until <= now || until > after(now, maxSuspensionDays * day))) {
    return refuse('suspension.until-out-of-range', 'invalid', { field: 'until' })
  }
  return ok({ ...user, isSuspended: true })
}

/** Lifts a suspension. Refuses suspension.not-suspended (conflict), and what `suspendUser` refuses for the same admin. */
export function liftSuspension(user: SuspendableUser, by: ActingAdmin): Result<SuspendableUser> {
  const permitted = checkPermitted(user, by)
  if (!permitted.ok) return permitted
  return user.isSuspended ? ok({ ...user, isSuspended: false }) : refuse('suspension.not-suspended', 'conflict')
}

/** Returns the steps that an admin can take with a user now. */
export function suspensionActionsFor(user: SuspendableUser, by: ActingAdmin): SuspensionAction[] {
  if (!checkPermitted(user, by).ok) return []
  return [user.isSuspended ? 'lift-suspension' : 'suspend']
}

function checkPermitted(user: SuspendableUser, { id, adminRoles }: ActingAdmin): Result<true> {
  if (!permissionsOf(adminRoles).includes('suspend-users')) return refuse('admin.not-permitted', 'not-allowed')
  if (user.id === id) return refuse('suspension.own-account', 'not-allowed')
  if (user.isAdmin && !adminRoles.includes('owner')) return refuse('suspension.of-admin', 'not-allowed')
  return user.isClosed ? refuse('suspension.account-closed', 'conflict') : ok(true)
}
