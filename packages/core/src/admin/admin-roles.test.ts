import { expect, test } from 'vitest'
import { adminPermissions, adminRoles, permissionsOf } from './admin-roles.ts'
import { adminQueues, permissionOfQueue } from './admin-queues.ts'

/** A copy of the table, written by hand. */
const expected = {
  'answer-tickets': ['support', 'owner'],
  'decide-disputes': ['support', 'owner'],
  'retry-refunds': ['finance', 'owner'],
  'read-chargebacks': ['finance', 'owner'],
  'decide-reports': ['moderator', 'owner'],
  'decide-attendance': ['support', 'finance', 'owner'],
  'retry-failed-work': ['owner'],
  'read-audit-log': ['owner'],
  'read-analytics': ['owner'],
  'look-up-users': ['support', 'finance', 'moderator', 'owner'],
  'look-up-work': ['support', 'finance', 'owner'],
  'suspend-users': ['moderator', 'owner'],
}

test('each role may do what the table says and nothing else', () => {
  const actual = adminPermissions.map((permission) => [
    permission,
    adminRoles.filter((role) => permissionsOf([role]).includes(permission)),
  ])
  expect(Object.fromEntries(actual)).toEqual(expected)
})

test('someone with several roles may do what any of them may, and someone without one nothing', () => {
  expect(permissionsOf(['moderator', 'support'])).toEqual([
    'answer-tickets',
    'decide-disputes',
    'decide-reports',
    'decide-attendance',
    'look-up-users',
    'look-up-work',
    'suspend-users',
  ])
  expect(permissionsOf([])).toEqual([])
})

test('the owner sees every queue', () => {
  for (const queue of adminQueues) expect(permissionsOf(['owner'])).toContain(permissionOfQueue[queue])
})
