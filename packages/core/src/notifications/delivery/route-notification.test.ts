import { describe, expect, test } from 'vitest'
import { type UserId } from '../../ids.ts'
import { type Instant, after, fromIso, hour, instant, minute } from '../../time/instant.ts'
import { type Preferences, defaultPreferences } from '../preferences/preferences.ts'
import { type RoutingContext, type Notification, routeNotification } from './route-notification.ts'
import { type Priority, flagByType, groupTypeOf, notificationTypes, priorities } from '../types.ts'

const parseIso = (iso: string): Instant => fromIso(iso) ?? instant(0)
/** A Thursday. Berlin is one hour ahead of UTC on that day. */
const noon = parseIso('2026-01-15T12:00:00Z')
// Ids made up for the test.
const me = { id: 'me' as UserId }
const other = 'other' as UserId
const baseInput: Notification = { type: 'commission', priority: 'high', mandatory: null, sender: other }
const baseContext: RoutingContext = { groups: ['clients'] }
const basePreferences = defaultPreferences('Europe/Berlin')
const quietPreferences: Preferences = {
  ...basePreferences,
  quietHours: { ...basePreferences.quietHours, enabled: true },
}

type Case = {
  input?: Partial<Notification>
  prefs?: Partial<Preferences>
  context?: Partial<RoutingContext>
  now?: Instant
}
const routeCase = ({ input, prefs, context, now = noon }: Case = {}) =>
  routeNotification(
    { ...baseInput, ...input },
    me,
    { ...basePreferences, ...prefs },
    { ...baseContext, ...context },
    now,
  )
/** Returns the decisions of the three channels, each with its reasons. */
const decisions = (one: Case) => {
  const { toast, email, push } = routeCase(one)
  return [toast, email, push].map((d) => `${d.do} ${d.reasons.join('+')}`)
}

describe('routing', () => {
  test('by default a high-priority notification goes to every channel at once', () => {
    expect(decisions({})).toEqual(['send allowed', 'send allowed', 'send allowed'])
  })

  test('rule 1: the actor is not notified of their own act, not even with a row', () => {
    expect(decisions({ input: { sender: me.id } })).toEqual(Array(3).fill('suppress own-action'))
    expect(routeCase({ input: { sender: me.id, mandatory: 'refund' } }).record).toEqual({
      keep: false,
      reasons: ['own-action'],
    })
  })

  test('rule 2: the row is kept whatever is switched off', () => {
    const allChannelsOff = { channels: { inApp: false, email: false, push: false } }
    for (const type of notificationTypes)
      expect(routeCase({ input: { type }, prefs: allChannelsOff }).record.keep).toBe(true)
    expect(routeCase({ prefs: allChannelsOff }).record).toEqual({ keep: true, reasons: ['always-kept'] })
  })

  test.each(['security', 'failed-payment', 'refund', 'late-cancellation'] as const)(
    'rule 3: %s is mailed at once, whatever is switched off, late at night or infrequent',
    (mandatory) => {
      const prefs: Partial<Preferences> = {
        ...quietPreferences,
        channels: { inApp: false, email: false, push: false },
        types: { ...basePreferences.types, payment: false },
        frequency: 'never',
      }
      const notice = { type: 'payment', priority: 'low', mandatory } as const
      const routed = routeCase({ input: notice, prefs, now: parseIso('2026-01-15T23:00:00Z') })
      expect(routed.email).toEqual({ do: 'send', reasons: ['mandatory'] })
      expect(routed.record.keep).toBe(true)
      expect(routed.toast.do).toBe('suppress')
      expect(routed.push.do).toBe('suppress')
    },
  )

  describe('rule 4: every switch must be on', () => {
    test.each<[string, Case, string[]]>([
      [
        'channel',
        { prefs: { channels: { inApp: true, email: false, push: false } } },
        ['send allowed', 'suppress channel-off', 'suppress channel-off'],
      ],
      [
        'type',
        { prefs: { types: { ...basePreferences.types, commission: false } } },
        Array(3).fill('suppress type-off'),
      ],
      [
        'type on a channel',
        {
          prefs: {
            typeChannels: { ...basePreferences.typeChannels, commission: { inApp: true, email: false, push: true } },
          },
        },
        ['send allowed', 'suppress type-channel-off', 'send allowed'],
      ],
      [
        'all groups',
        { prefs: { groups: { ...basePreferences.groups, all: false } } },
        Array(3).fill('suppress groups-off'),
      ],
      [
        'the only group of the sender',
        { prefs: { groups: { ...basePreferences.groups, clients: false } } },
        Array(3).fill('suppress group-off'),
      ],
      [
        'one group of two suffices',
        {
          prefs: { groups: { ...basePreferences.groups, clients: false } },
          context: { groups: ['clients', 'projectTeams'] },
        },
        Array(3).fill('send allowed'),
      ],
      [
        'a stranger is in no group',
        { prefs: { groups: { ...basePreferences.groups, clients: false } }, context: { groups: [] } },
        Array(3).fill('send allowed'),
      ],
      [
        'no sender passes groups',
        { input: { sender: null }, prefs: { groups: { ...basePreferences.groups, all: false } } },
        Array(3).fill('send allowed'),
      ],
      [
        'group type',
        { prefs: { groupTypes: { ...basePreferences.groupTypes, updates: false } } },
        Array(3).fill('suppress group-type-off'),
      ],
      [
        'flag, which mail does not have',
        { prefs: { commissionUpdates: false } },
        ['suppress flag-off', 'send allowed', 'suppress flag-off'],
      ],
    ])('%s', (_, one, expected) => {
      expect(decisions(one)).toEqual(expected)
    })
    test('each flag silences toasts and pushes of its own type only', () => {
      for (const type of notificationTypes) {
        for (const [flagged, flag] of Object.entries(flagByType)) {
          const { toast, email, push } = routeCase({ input: { type }, prefs: { [flag]: false } })
          expect(toast.do).toBe(flagged === type ? 'suppress' : 'send')
          expect(push.do).toBe(toast.do)
          expect(email.do).toBe('send')
        }
      }
    })
    test('group types cover every type', () => {
      expect(notificationTypes.map(groupTypeOf)).toEqual([
        'messages',
        'reminders',
        'updates',
        'updates',
        'updates',
        'announcements',
        'updates',
        'updates',
        'updates',
      ])
    })
  })

  test.each<[Priority, string[]]>([
    ['urgent', ['send', 'send', 'send']],
    ['high', ['send', 'send', 'send']],
    ['medium', ['send', 'digest', 'send']],
    ['low', ['send', 'digest', 'digest']],
  ])('rule 5: %s goes into the digest of 08:00 below the thresholds', (priority, expected) => {
    const routed = routeCase({ input: { priority } })
    expect([routed.toast.do, routed.email.do, routed.push.do]).toEqual(expected)
  })
  test('rule 5: the digest has a time and a reason', () => {
    expect(routeCase({ input: { priority: 'medium' } }).email).toEqual({
      do: 'digest',
      key: 'email.daily',
      at: parseIso('2026-01-16T07:00:00Z'),
      reasons: ['below-threshold'],
    })
    expect(routeCase({ input: { priority: 'low' } }).push).toMatchObject({ do: 'digest', key: 'push.daily' })
  })
  test('rule 5: a toast below its threshold stays in the list', () => {
    const prefs = { priorityThresholds: { ...basePreferences.priorityThresholds, inApp: 'high' } } as const
    expect(decisions({ input: { priority: 'medium' }, prefs })[0]).toBe('suppress below-threshold+kept-in-list')
  })

  describe('rule 6: cadence', () => {
    test.each([
      ['hourly', '2026-01-15T13:00:00Z'],
      ['daily', '2026-01-16T07:00:00Z'],
      ['weekly', '2026-01-19T07:00:00Z'],
    ] as const)('%s is sent at %s', (frequency, expected) => {
      const { email, toast, push } = routeCase({ prefs: { frequency } })
      expect(push).toEqual({ do: 'digest', key: `push.${frequency}`, at: parseIso(expected), reasons: ['cadence'] })
      expect(email).toEqual({ do: 'digest', key: `email.${frequency}`, at: parseIso(expected), reasons: ['cadence'] })
      expect(toast.do).toBe('suppress')
    })
    test('a channel overrides a group type, which overrides the default; never means never', () => {
      const prefs = { frequency: 'never', deliveryFrequency: { updates: 'weekly', email: 'hourly' } } as const
      expect(routeCase({ prefs }).email).toMatchObject({ key: 'email.hourly' })
      const withoutChannel = { ...prefs, deliveryFrequency: { updates: 'weekly' } } as const
      expect(routeCase({ prefs: withoutChannel }).email).toMatchObject({ key: 'email.weekly' })
      expect(decisions({ prefs: { frequency: 'never' } })).toEqual(Array(3).fill('suppress cadence-never'))
    })
    test('urgent notifications ignore it', () => {
      expect(decisions({ input: { priority: 'urgent' }, prefs: { frequency: 'never' } })).toEqual(
        Array(3).fill('send allowed'),
      )
    })
  })

  describe('rule 7: quiet hours', () => {
    const defer = (iso: string) => ({ do: 'defer', until: parseIso(iso), reasons: ['quiet-hours'] })
    test("defer mail and pushes to their end in the user's zone; a toast is left to the list", () => {
      const night = routeCase({ prefs: quietPreferences, now: parseIso('2026-01-15T21:00:00Z') })
      expect(night.email).toEqual(defer('2026-01-16T07:00:00Z'))
      expect(night.push).toEqual(defer('2026-01-16T07:00:00Z'))
      expect(night.toast).toEqual({ do: 'suppress', reasons: ['quiet-hours', 'kept-in-list'] })
      expect(routeCase({ prefs: quietPreferences, now: parseIso('2026-01-16T06:59:00Z') }).email).toEqual(
        defer('2026-01-16T07:00:00Z'),
      )
      expect(routeCase({ prefs: quietPreferences, now: parseIso('2026-01-16T07:00:00Z') }).email.do).toBe('send')
      expect(routeCase({ prefs: quietPreferences, now: parseIso('2026-01-15T20:59:00Z') }).email.do).toBe('send')
    })
    test('end at local time when the night is an hour shorter or longer', () => {
      expect(routeCase({ prefs: quietPreferences, now: parseIso('2026-03-28T23:00:00Z') }).email).toEqual(
        defer('2026-03-29T06:00:00Z'),
      )
      expect(routeCase({ prefs: quietPreferences, now: parseIso('2026-10-24T23:00:00Z') }).email).toEqual(
        defer('2026-10-25T07:00:00Z'),
      )
    })
    test('apply only to nights that begin on a chosen weekday', () => {
      const weekend = { quietHours: { ...quietPreferences.quietHours, days: [5, 6] } }
      expect(routeCase({ prefs: weekend, now: parseIso('2026-01-15T23:00:00Z') }).email.do).toBe('send')
      expect(routeCase({ prefs: weekend, now: parseIso('2026-01-16T23:00:00Z') }).email).toEqual(
        defer('2026-01-17T07:00:00Z'),
      )
      expect(routeCase({ prefs: weekend, now: parseIso('2026-01-18T03:00:00Z') }).email.do).toBe('defer')
      expect(routeCase({ prefs: weekend, now: parseIso('2026-01-18T23:00:00Z') }).email.do).toBe('send')
    })
    test('stay within one day if they start before they end', () => {
      const siesta = { quietHours: { ...quietPreferences.quietHours, start: '13:00', end: '15:00' } }
      expect(routeCase({ prefs: siesta, now: noon }).email).toEqual(defer('2026-01-15T14:00:00Z'))
    })
    test('urgent toasts and pushes pass only if mandatory, or a reminder of something that starts before the end', () => {
      const now = parseIso('2026-01-15T23:00:00Z')
      const toast = (notice: Partial<Notification>) => {
        const routed = routeCase({ input: { priority: 'urgent', ...notice }, prefs: quietPreferences, now })
        expect(routed.push.do).toBe(routed.toast.do === 'send' ? 'send' : 'defer')
        return routed.toast.do
      }
      expect(toast({})).toBe('suppress')
      expect(toast({ mandatory: 'security' })).toBe('send')
      expect(toast({ priority: 'high', mandatory: 'security' })).toBe('suppress')
      expect(toast({ type: 'appointment_reminder', startsAt: after(now, 30 * minute) })).toBe('send')
      expect(toast({ type: 'appointment_reminder', startsAt: after(now, 12 * hour) })).toBe('suppress')
      expect(toast({ type: 'milestone', startsAt: after(now, 30 * minute) })).toBe('suppress')
    })
    test('mail about a reminder is sent at once only if what it is about starts before the end', () => {
      const now = parseIso('2026-01-15T23:00:00Z')
      const mail = (startsAt: Instant) =>
        routeCase({
          input: { type: 'appointment_reminder', priority: 'urgent', startsAt },
          prefs: quietPreferences,
          now,
        }).email.do
      expect([mail(after(now, 30 * minute)), mail(after(now, 12 * hour))]).toEqual(['send', 'defer'])
    })
    test('a digest that falls into them waits for their end', () => {
      const prefs = { ...quietPreferences, frequency: 'hourly' } as const
      expect(routeCase({ prefs, now: parseIso('2026-01-15T20:30:00Z') }).email).toMatchObject({
        at: parseIso('2026-01-16T07:00:00Z'),
      })
    })
  })

  test('rule 9: a digest has one key per channel and cadence, and one time per window', () => {
    const daily = (now: string) => routeCase({ prefs: { frequency: 'daily' }, now: parseIso(now) }).email
    expect(daily('2026-01-15T07:00:00Z')).toEqual(daily('2026-01-16T06:59:59Z'))
    expect(daily('2026-01-16T07:00:00Z')).not.toEqual(daily('2026-01-16T06:59:59Z'))
  })

  test('rule 10: every decision has a reason', () => {
    for (const type of notificationTypes) {
      for (const priority of priorities) {
        const { record, toast, email, push } = routeCase({ input: { type, priority }, prefs: quietPreferences })
        for (const one of [record, toast, email, push]) expect(one.reasons.length).toBeGreaterThan(0)
      }
    }
  })
})
