import { describe, expect, test } from 'vitest'
import { type PersonId } from '../ids.ts'
import { type Instant, after, fromIso, hour, instant, minute } from '../time/instant.ts'
import { type Preferences, defaultPreferences } from './preferences.ts'
import { type Context, type Notice, activeHold, route } from './route.ts'
import { type Priority, flagOf, groupTypeOf, notificationTypes, priorities } from './types.ts'

const at = (iso: string): Instant => fromIso(iso) ?? instant(0)
/** A Thursday. Berlin is an hour ahead of UTC on that day. */
const noon = at('2026-01-15T12:00:00Z')
// Ids of the test's own making.
const me = { id: 'me' as PersonId }
const other = 'other' as PersonId
const plain: Notice = { type: 'commission', priority: 'high', mandatory: null, sender: other }
const away: Context = { groups: ['clients'], muted: false, focused: false, active: false }
const base = defaultPreferences('Europe/Berlin')
const quiet: Preferences = { ...base, quietHours: { ...base.quietHours, enabled: true } }

type Case = { notice?: Partial<Notice>; prefs?: Partial<Preferences>; context?: Partial<Context>; now?: Instant }
const run = ({ notice, prefs, context, now = noon }: Case = {}) =>
  route({ ...plain, ...notice }, me, { ...base, ...prefs }, { ...away, ...context }, now)
/** What happens on the three channels, with the last reason of each. */
const said = (one: Case) => {
  const { toast, push, email } = run(one)
  return [toast, push, email].map((d) => `${d.do} ${d.reasons.join('+')}`)
}

describe('routing', () => {
  test('by default something pressing goes to every channel at once', () => {
    expect(said({})).toEqual(['send allowed', 'send allowed', 'send allowed'])
  })

  test("rule 1: one's own act tells oneself nothing, not even a row", () => {
    expect(said({ notice: { sender: me.id } })).toEqual(Array(3).fill('suppress own-act'))
    expect(run({ notice: { sender: me.id, mandatory: 'refund' } }).record).toEqual({
      keep: false,
      read: false,
      reasons: ['own-act'],
    })
  })

  test('rule 2: the row is kept whatever is switched off, and is read from the start in a muted thread', () => {
    const off = { channels: { inApp: false, email: false, push: false } }
    for (const type of notificationTypes) expect(run({ notice: { type }, prefs: off }).record.keep).toBe(true)
    expect(run({ context: { muted: true } }).record).toEqual({
      keep: true,
      read: true,
      reasons: ['always-kept', 'muted'],
    })
    expect(said({ context: { muted: true } })).toEqual(Array(3).fill('suppress muted'))
  })

  test.each(['security', 'failed-payment', 'refund', 'late-cancellation'] as const)(
    'rule 3: %s is mailed at once, whatever is switched off, muted, read, late at night or rare',
    (mandatory) => {
      const prefs: Partial<Preferences> = {
        ...quiet,
        channels: { inApp: false, email: false, push: false },
        types: { ...base.types, payment: false },
        frequency: 'never',
      }
      const context = { muted: true, focused: true, active: true }
      const notice = { type: 'payment', priority: 'low', mandatory } as const
      const routed = run({ notice, prefs, context, now: at('2026-01-15T23:00:00Z') })
      expect(routed.email).toEqual({ do: 'send', reasons: ['mandatory'] })
      expect(routed.record.keep).toBe(true)
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
      ['type', { prefs: { types: { ...base.types, commission: false } } }, Array(3).fill('suppress type-off')],
      [
        'type on a channel',
        { prefs: { typeChannels: { ...base.typeChannels, commission: { inApp: true, email: true, push: false } } } },
        ['send allowed', 'suppress type-channel-off', 'send allowed'],
      ],
      ['all groups', { prefs: { groups: { ...base.groups, all: false } } }, Array(3).fill('suppress groups-off')],
      [
        'the only group of the sender',
        { prefs: { groups: { ...base.groups, clients: false } } },
        Array(3).fill('suppress group-off'),
      ],
      [
        'one group of two suffices',
        { prefs: { groups: { ...base.groups, clients: false } }, context: { groups: ['clients', 'projectTeams'] } },
        Array(3).fill('send allowed'),
      ],
      [
        'a stranger is in no group',
        { prefs: { groups: { ...base.groups, clients: false } }, context: { groups: [] } },
        Array(3).fill('send allowed'),
      ],
      [
        'no sender passes groups',
        { notice: { sender: null }, prefs: { groups: { ...base.groups, all: false } } },
        Array(3).fill('send allowed'),
      ],
      [
        'group type',
        { prefs: { groupTypes: { ...base.groupTypes, updates: false } } },
        Array(3).fill('suppress group-type-off'),
      ],
      ['flag', { prefs: { commissionUpdates: false } }, ['suppress flag-off', 'suppress flag-off', 'send allowed']],
      [
        'advertising',
        { notice: { type: 'system', promotional: true } },
        Array(3).fill('suppress promotional-not-chosen'),
      ],
      [
        'advertising that was asked for',
        { notice: { type: 'system', promotional: true }, prefs: { promotionalContent: true } },
        Array(3).fill('send allowed'),
      ],
    ])('%s', (_, one, expected) => {
      expect(said(one)).toEqual(expected)
    })
    test('each flag silences toast and push of its own type only', () => {
      for (const type of notificationTypes) {
        for (const [flagged, flag] of Object.entries(flagOf)) {
          const { toast, push, email } = run({ notice: { type }, prefs: { [flag]: false } })
          expect([toast.do, push.do]).toEqual(Array(2).fill(flagged === type ? 'suppress' : 'send'))
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
    ['medium', ['send', 'send', 'digest']],
    ['low', ['send', 'digest', 'digest']],
  ])('rule 5: %s goes below the thresholds into the digest of 08:00', (priority, expected) => {
    const routed = run({ notice: { priority } })
    expect([routed.toast.do, routed.push.do, routed.email.do]).toEqual(expected)
  })
  test('rule 5: the digest says when and why', () => {
    expect(run({ notice: { priority: 'medium' } }).email).toEqual({
      do: 'digest',
      key: 'email.daily',
      at: at('2026-01-16T07:00:00Z'),
      reasons: ['below-threshold'],
    })
  })
  test('rule 5: a toast below its threshold stays in the list', () => {
    const prefs = { priorityThresholds: { ...base.priorityThresholds, inApp: 'high' } } as const
    expect(said({ notice: { priority: 'medium' }, prefs })[0]).toBe('suppress below-threshold+kept-in-list')
  })

  describe('rule 6: cadence', () => {
    test.each([
      ['hourly', '2026-01-15T13:00:00Z'],
      ['daily', '2026-01-16T07:00:00Z'],
      ['weekly', '2026-01-19T07:00:00Z'],
    ] as const)('%s is sent at %s', (frequency, expected) => {
      const { email, toast } = run({ prefs: { frequency } })
      expect(email).toEqual({ do: 'digest', key: `email.${frequency}`, at: at(expected), reasons: ['cadence'] })
      expect(toast.do).toBe('suppress')
    })
    test('a channel overrides a group type, which overrides the default; never is never', () => {
      const prefs = { frequency: 'never', deliveryFrequency: { updates: 'weekly', email: 'hourly' } } as const
      const { email, push } = run({ prefs })
      expect([email, push]).toMatchObject([{ key: 'email.hourly' }, { key: 'push.weekly' }])
      expect(said({ prefs: { frequency: 'never' } })).toEqual(Array(3).fill('suppress cadence-never'))
    })
    test('urgent ignores it', () => {
      expect(said({ notice: { priority: 'urgent' }, prefs: { frequency: 'never' } })).toEqual(
        Array(3).fill('send allowed'),
      )
    })
  })

  describe('rule 7: quiet hours', () => {
    const defer = (iso: string) => ({ do: 'defer', until: at(iso), reasons: ['quiet-hours'] })
    test('defer to their end in the zone of the person, on all channels', () => {
      const night = run({ prefs: quiet, now: at('2026-01-15T21:00:00Z') })
      expect([night.toast, night.push, night.email]).toEqual(Array(3).fill(defer('2026-01-16T07:00:00Z')))
      expect(run({ prefs: quiet, now: at('2026-01-16T06:59:00Z') }).push).toEqual(defer('2026-01-16T07:00:00Z'))
      expect(run({ prefs: quiet, now: at('2026-01-16T07:00:00Z') }).push.do).toBe('send')
      expect(run({ prefs: quiet, now: at('2026-01-15T20:59:00Z') }).push.do).toBe('send')
    })
    test('end on the wall clock when the night is an hour shorter or longer', () => {
      expect(run({ prefs: quiet, now: at('2026-03-28T23:00:00Z') }).push).toEqual(defer('2026-03-29T06:00:00Z'))
      expect(run({ prefs: quiet, now: at('2026-10-24T23:00:00Z') }).push).toEqual(defer('2026-10-25T07:00:00Z'))
    })
    test('count only nights that begin on a chosen weekday', () => {
      const weekend = { quietHours: { ...quiet.quietHours, days: [5, 6] } }
      expect(run({ prefs: weekend, now: at('2026-01-15T23:00:00Z') }).push.do).toBe('send')
      expect(run({ prefs: weekend, now: at('2026-01-16T23:00:00Z') }).push).toEqual(defer('2026-01-17T07:00:00Z'))
      expect(run({ prefs: weekend, now: at('2026-01-18T03:00:00Z') }).push.do).toBe('defer')
      expect(run({ prefs: weekend, now: at('2026-01-18T23:00:00Z') }).push.do).toBe('send')
    })
    test('within one day when they start before they end', () => {
      const siesta = { quietHours: { ...quiet.quietHours, start: '13:00', end: '15:00' } }
      expect(run({ prefs: siesta, now: noon }).push).toEqual(defer('2026-01-15T14:00:00Z'))
    })
    test('urgent passes only if mandatory, or a reminder of what starts before the end', () => {
      const now = at('2026-01-15T23:00:00Z')
      const push = (notice: Partial<Notice>) =>
        run({ notice: { priority: 'urgent', ...notice }, prefs: quiet, now }).push.do
      expect(push({})).toBe('defer')
      expect(push({ mandatory: 'security' })).toBe('send')
      expect(push({ priority: 'high', mandatory: 'security' })).toBe('defer')
      expect(push({ type: 'appointment_reminder', startsAt: after(now, 30 * minute) })).toBe('send')
      expect(push({ type: 'appointment_reminder', startsAt: after(now, 12 * hour) })).toBe('defer')
      expect(push({ type: 'milestone', startsAt: after(now, 30 * minute) })).toBe('defer')
    })
    test('a digest that would fall into them waits for their end', () => {
      const prefs = { ...quiet, frequency: 'hourly' } as const
      expect(run({ prefs, now: at('2026-01-15T20:30:00Z') }).email).toMatchObject({ at: at('2026-01-16T07:00:00Z') })
    })
  })

  test('rule 8: who is looking at it is told nothing and has it read; who is active elsewhere is told later', () => {
    expect(said({ context: { focused: true } })).toEqual(Array(3).fill('suppress in-room'))
    expect(run({ context: { focused: true } }).record.read).toBe(true)
    const held = { do: 'defer', until: after(noon, activeHold), reasons: ['active-now'] }
    const { toast, push, email } = run({ context: { active: true } })
    expect([toast.do, push, email]).toEqual(['send', held, held])
  })

  test('rule 9: a digest has one key for each channel and cadence, at the same moment for all of one window', () => {
    const daily = (now: string) => run({ prefs: { frequency: 'daily' }, now: at(now) }).email
    expect(daily('2026-01-15T07:00:00Z')).toEqual(daily('2026-01-16T06:59:59Z'))
    expect(daily('2026-01-16T07:00:00Z')).not.toEqual(daily('2026-01-16T06:59:59Z'))
  })

  test('rule 10: every decision has a reason', () => {
    for (const type of notificationTypes) {
      for (const priority of priorities) {
        const { record, toast, push, email } = run({ notice: { type, priority }, prefs: quiet })
        for (const one of [record, toast, push, email]) expect(one.reasons.length).toBeGreaterThan(0)
      }
    }
  })
})
