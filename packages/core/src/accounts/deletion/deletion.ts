import { type Currency } from '../../money/money.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { after, day, type Instant } from '../../time/instant.ts'

/** The days for which a user can change their mind. */
export const deletionDelayDays = 14

/** The time in milliseconds after which an erasure that something stands in the way of is tried again. */
export const erasureRetryMs = day

/** The name in place of that of a user who was erased. */
export const deletedUserName = 'Deleted user'

/** Obstacles to the deletion of an account, in the order in which a user deals with it. */
export const obstacleKinds = [
  'commissions',
  'bookings',
  'disputes',
  'escrow',
  'payments',
  'balance',
  'last-admin',
] as const
export type ObstacleKind = (typeof obstacleKinds)[number]

/** One kind of obstacle with its number, and the money in it in minor units. */
export type AccountObstacle = {
  readonly kind: ObstacleKind
  readonly count: number
  readonly amounts: readonly { readonly amount: number; readonly currency: Currency }[]
}

/** Returns the time at which an account is erased whose user asks for it now. */
export function erasureTime(now: Instant): Instant {
  return after(now, deletionDelayDays * day)
}

/** Returns when a user asked for the deletion of their account, from the time at which it is erased. */
export function deletionAskedAt(erasedAt: Instant): Instant {
  return after(erasedAt, -deletionDelayDays * day)
}

/** Returns the obstacles that there are, one of each kind, in the order of the kinds. */
export function mergeObstacles(obstacles: readonly AccountObstacle[]): AccountObstacle[] {
  return obstacleKinds.flatMap((kind) => {
    const same = obstacles.filter((one) => one.kind === kind && one.count > 0)
    if (same.length === 0) return []
    return [
      { kind, count: same.reduce((sum, { count }) => sum + count, 0), amounts: same.flatMap(({ amounts }) => amounts) },
    ]
  })
}

/**
 * Checks that nothing keeps an account from being deleted. Refuses account.last-admin and account.deletion-blocked
 * (conflict).
 */
export function checkDeletable(obstacles: readonly AccountObstacle[]): Result<void> {
  if (obstacles.some(({ kind }) => kind === 'last-admin')) return refuse('account.last-admin', 'conflict')
  return obstacles.length > 0 ? refuse('account.deletion-blocked', 'conflict') : ok(undefined)
}

export const deletionActions = ['schedule', 'cancel'] as const
export type DeletionAction = (typeof deletionActions)[number]

/** Returns the steps of a user with the deletion of their account, which is scheduled for a time or, with null, not. */
export function deletionActionsFor(at: Instant | null, obstacles: readonly AccountObstacle[]): DeletionAction[] {
  if (at !== null) return ['cancel']
  return checkDeletable(obstacles).ok ? ['schedule'] : []
}
