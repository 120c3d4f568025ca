import { expect, test } from 'vitest'
import { asId, type UserId } from '../ids.ts'
import { after, day, instant } from '../time/instant.ts'
import { type AdminRole, adminRoles } from './admin-roles.ts'
import {
  liftSuspension,
  maxSuspensionDays,
  type SuspendableUser,
  suspendUser,
  suspensionActionsFor,
} from './suspension.ts'

const now = instant(Date.UTC(2026, 10, 1))
const admin = (role: AdminRole) => ({ id: asId<UserId>('admin'), adminRoles: [role] })
const user: SuspendableUser = { id: asId<UserId>('user'), isAdmin: false, isClosed: false, isSuspended: false }
const users = {
  active: user,
  suspended: { ...user, isSuspended: true },
  admin: { ...user, isAdmin: true },
  'suspended admin': { ...user, isAdmin: true, isSuspended: true },
  closed: { ...user, isClosed: true },
  'the admin themselves': { ...user, id: asId<UserId>('admin'), isAdmin: true },
} as const satisfies Record<string, SuspendableUser>

const denied = 'admin.not-permitted'
const done = 'ok'

/** Written by hand: what each role gets for suspending and for lifting. Other roles are never let in. */
const expected: Record<keyof typeof users, Partial<Record<AdminRole, readonly [suspend: string, lift: string]>>> = {
  active: { moderator: [done, 'suspension.not-suspended'], owner: [done, 'suspension.not-suspended'] },
  suspended: { moderator: ['suspension.already-suspended', done], owner: ['suspension.already-suspended', done] },
  admin: {
    moderator: ['suspension.of-admin', 'suspension.of-admin'],
    owner: [done, 'suspension.not-suspended'],
  },
  'suspended admin': {
    moderator: ['suspension.of-admin', 'suspension.of-admin'],
    owner: ['suspension.already-suspended', done],
  },
  closed: {
    moderator: ['suspension.account-closed', 'suspension.account-closed'],
    owner: ['suspension.account-closed', 'suspension.account-closed'],
  },
  'the admin themselves': {
    moderator: ['suspension.own-account', 'suspension.own-account'],
    owner: ['suspension.own-account', 'suspension.own-account'],
  },
}

test('each role suspends and lifts for whom the table says, and the buttons are those that would succeed', () => {
  for (const [name, whom] of Object.entries(users)) {
    for (const role of adminRoles) {
      const outcomes = [suspendUser(whom, admin(role), { until: null, now }), liftSuspension(whom, admin(role))]
      const codes = outcomes.map((outcome) => (outcome.ok ? done : outcome.refusal.code))
      expect([name, role, codes]).toEqual([name, role, expected[name as keyof typeof users][role] ?? [denied, denied]])
      const actions = (['suspend', 'lift-suspension'] as const).filter((_, step) => codes[step] === done)
      expect([name, role, suspensionActionsFor(whom, admin(role))]).toEqual([name, role, actions])
    }
  }
})

test('a suspension ends after now and within its longest time', () => {
  const codeFor = (until: typeof now | null) => {
    const outcome = suspendUser(user, admin('moderator'), { until, now })
    return outcome.ok ? done : outcome.refusal.code
  }
  const refused = 'suspension.until-out-of-range'
  const last = after(now, maxSuspensionDays * day)
  expect([null, after(now, 1), last].map(codeFor)).toEqual([done, done, done])
  expect([after(now, -1), now, after(last, 1)].map(codeFor)).toEqual([refused, refused, refused])
})
