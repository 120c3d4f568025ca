/** The roles of admins, who have one or more; an `owner` may do all that the others may. */
export const adminRoles = ['support', 'finance', 'moderator', 'owner'] as const
export type AdminRole = (typeof adminRoles)[number]

export const adminPermissions = [
  'answer-tickets',
  'decide-disputes',
  'retry-refunds',
  'read-chargebacks',
  'decide-reports',
  'decide-attendance',
  'retry-failed-work',
  'read-audit-log',
  'read-analytics',
  'look-up-users',
  'look-up-work',
  'suspend-users',
] as const
export type AdminPermission = (typeof adminPermissions)[number]

const permissionsByRole: Readonly<Record<AdminRole, readonly AdminPermission[]>> = {
  support: ['answer-tickets', 'decide-disputes', 'decide-attendance', 'look-up-users', 'look-up-work'],
  finance: ['retry-refunds', 'read-chargebacks', 'decide-attendance', 'look-up-users', 'look-up-work'],
  moderator: ['decide-reports', 'look-up-users', 'suspend-users'],
  owner: adminPermissions,
}

/** Returns what someone with these roles may do, in the order of `adminPermissions`. */
export function permissionsOf(roles: readonly AdminRole[]): AdminPermission[] {
  return adminPermissions.filter((permission) => roles.some((role) => permissionsByRole[role].includes(permission)))
}
