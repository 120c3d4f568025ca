import { type AdminPermission } from './admin-roles.ts'

/** The kinds of objects that an admin can look up; each has a page of its own. */
export const lookUpKinds = ['user', 'project', 'booking', 'milestone'] as const
export type LookUpKind = (typeof lookUpKinds)[number]

/** The permission without which an admin neither finds nor opens one: a moderator has no need of work and its money. */
export const permissionOfLookUp: Readonly<Record<LookUpKind, AdminPermission>> = {
  user: 'look-up-users',
  project: 'look-up-work',
  booking: 'look-up-work',
  milestone: 'look-up-work',
}

/**
 * Within this time, an admin who opens the same page again leaves no second row in the audit log: a page reads itself
 * again when its tab gets the focus.
 */
export const lookUpRecordedMs = 10 * 60_000
