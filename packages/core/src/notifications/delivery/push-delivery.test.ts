import { describe, expect, test } from 'vitest'
import { after, day, hour, instant, minute } from '../../time/instant.ts'
import { type NotificationType, notificationTypes } from '../types.ts'
import { mergedPushDelivery, type PushUrgency, pushDeliveryOf, pushTopicOf } from './push-delivery.ts'
import { isLoopbackEndpoint, pushEndpointPattern } from './push-services.ts'

const now = instant(Date.UTC(2026, 0, 15, 12))

describe('how a push is delivered', () => {
  const table: [NotificationType, number, PushUrgency][] = [
    ['message', 2, 'normal'],
    ['appointment_reminder', 1, 'high'],
    ['appointment_update', 3, 'normal'],
    ['appointment_canceled', 3, 'high'],
    ['payment', 7, 'normal'],
    ['system', 7, 'high'],
    ['project', 3, 'low'],
    ['commission', 7, 'normal'],
    ['milestone', 7, 'normal'],
  ]
  test.each(table)(
    '%s is kept for %d days with the urgency %s, and an urgent one wakes the device',
    (type, days, urgency) => {
      const delivery = (priority: 'high' | 'urgent') => pushDeliveryOf({ type, priority, startsAt: undefined }, now)
      expect(delivery('high')).toEqual({ lifetimeMs: days * day, urgency })
      expect(delivery('urgent')).toEqual({ lifetimeMs: days * day, urgency: 'high' })
    },
  )
  test('the table has every type, and no push service refuses its times: none is longer than 28 days', () => {
    expect(table.map(([type]) => type)).toEqual(notificationTypes)
    expect(Math.max(...table.map(([, days]) => days), mergedPushDelivery.lifetimeMs / day)).toBeLessThanOrEqual(28)
  })
  test('a reminder ends when it begins, and is not delivered from then on', () => {
    const reminder = (startsAt: number) =>
      pushDeliveryOf({ type: 'appointment_reminder', priority: 'urgent', startsAt: instant(startsAt) }, now)
    expect(reminder(after(now, 30 * minute))?.lifetimeMs).toBe(30 * minute)
    expect(reminder(after(now, 30 * hour))?.lifetimeMs).toBe(day)
    expect(reminder(now)).toBeUndefined()
    expect(reminder(after(now, -minute))).toBeUndefined()
  })
})

test.each([
  [{ projectId: 'p', conversationId: 'c', messageId: 'm' }, 'conversationId:c'],
  [{ projectId: 'p', commissionId: 'k', milestoneId: 'm' }, 'milestoneId:m'],
  [{ projectId: 'p', commissionId: 'k' }, 'commissionId:k'],
  [{ projectId: 'p' }, 'projectId:p'],
  [{ appointmentId: 'a', time: '2026-01-15T12:00:00Z' }, 'appointmentId:a'],
  [{ actionUrl: '/settings/security' }, undefined],
  [{ projectId: 7 }, undefined],
])('the topic of %j is %s', (data, expected) => {
  expect(pushTopicOf(data)).toBe(expected)
})

describe('the address of a subscription', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/eX_y:APA91b-1',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://wns2-by3p.notify.windows.com/w/?token=BQYAAAD%2b',
    'https://web.push.apple.com/QGuQyavXutnMH9W',
  ])('%s is at a known push service', (endpoint) => {
    expect([pushEndpointPattern.test(endpoint), isLoopbackEndpoint(endpoint)]).toEqual([true, false])
  })
  test.each(['http://127.0.0.1:8080/push/1', 'http://localhost/push/1'])('%s is on this machine', (endpoint) => {
    expect([pushEndpointPattern.test(endpoint), isLoopbackEndpoint(endpoint)]).toEqual([true, true])
  })
  test.each([
    '',
    'https://veranda.example/push',
    'http://fcm.googleapis.com/fcm/send/1',
    'https://fcm.googleapis.com.evil.example/1',
    'https://evil.example/https://fcm.googleapis.com/1',
    'https://user@fcm.googleapis.com/1',
    'https://fcm.googleapis.com:8443/1',
    'https://fcm.googleapis.com@evil.example/1',
    'https://evilpush.apple.com/1',
    'https://push.apple.com/1',
    'https://notify.windows.com/1',
    'https://x.push.apple.com',
    'https://127.0.0.1/1',
    'http://127.0.0.1.evil.example/1',
    'http://localhost@evil.example/1',
    'http://169.254.169.254/latest',
    'http://[::1]/1',
    'https://fcm.googleapis.com/fcm/send/1\nhost: evil',
    'https://fcm.googleapis.com/fcm send',
    'javascript:alert(1)',
  ])('%j is refused', (endpoint) => {
    expect(pushEndpointPattern.test(endpoint)).toBe(false)
  })
})
