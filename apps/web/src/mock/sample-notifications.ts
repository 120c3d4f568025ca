import { type Notification, type NotificationSummary } from '@veranda/contract/notifications/schemas.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

type Sample = Pick<Notification, 'type' | 'title' | 'message' | 'priority' | 'data' | 'read'> & {
  ageMs: number
  sender?: string
}

const samples: readonly Sample[] = [
  {
    type: 'message',
    title: 'New message',
    message: 'The lamp could hang a little lower above the table. Shall I try?',
    priority: 'medium',
    read: false,
    ageMs: 5 * minuteMs,
    sender: 'Kenji Mori',
    data: { messageId: 'sample-message' },
  },
  {
    type: 'appointment_reminder',
    title: 'Booking in 30 minutes',
    message: 'A live review starts in 30 minutes.',
    priority: 'urgent',
    read: false,
    ageMs: 30 * minuteMs,
    data: { appointmentId: 'sample-booking', location: 'Veranda' },
  },
  {
    type: 'milestone',
    title: 'Version 2 is ready to review',
    message: 'The second version of “Reading chair” was submitted.',
    priority: 'high',
    read: false,
    ageMs: 3 * hourMs,
    sender: 'Kenji Mori',
    data: { milestoneId: 'sample-milestone' },
  },
  {
    type: 'payment',
    title: 'Payment received',
    message: 'The payment for the first milestone is protected.',
    priority: 'high',
    read: true,
    ageMs: dayMs,
    data: { transactionId: 'sample-payment', amount: 48_000, currency: 'EUR' },
  },
  {
    type: 'appointment_update',
    title: 'Booking moved',
    message: 'The live review was moved by an hour.',
    priority: 'medium',
    read: true,
    ageMs: 2 * dayMs,
    data: { appointmentId: 'sample-booking' },
  },
  {
    type: 'project',
    title: 'Added to a project',
    message: 'You were added to “Reading room”.',
    priority: 'low',
    read: true,
    ageMs: 3 * dayMs,
    data: { projectId: 'sample-project' },
  },
  {
    type: 'system',
    title: 'New sign-in',
    message: 'Your account was used on a new device.',
    priority: 'high',
    read: true,
    ageMs: 4 * dayMs,
    data: { actionUrl: '/settings/security' },
  },
  {
    type: 'system',
    title: 'Choose what you hear about',
    message: 'Set which notifications reach you, and how.',
    priority: 'low',
    read: true,
    ageMs: 6 * dayMs,
    data: { actionUrl: '/notifications/preferences' },
  },
]

/** Returns the built-in notifications, newest first, at times before `nowMs`. */
export function sampleNotifications(nowMs: number): Notification[] {
  return samples.map(({ ageMs, sender, ...sample }, index) => ({
    ...sample,
    _id: sampleId('b', index),
    createdAt: new Date(nowMs - ageMs).toISOString(),
    sender: sender === undefined ? null : { id: sampleId('c', 0), name: sender, avatar: null },
  }))
}

/** Returns the built-in counts: seven days, of which the last ends today. */
export function sampleSummary(nowMs: number): NotificationSummary {
  const counts = [2, 0, 3, 1, 4, 2, 3]
  return {
    volumeOverTime: counts.map((count, index) => ({
      date: new Date(nowMs - (counts.length - 1 - index) * dayMs).toISOString().slice(0, 10),
      count,
    })),
    typeDistribution: { message: 6, milestone: 3, payment: 2, appointment_reminder: 2, system: 2 },
    channelDistribution: { inApp: 15, email: 6, push: 0 },
    engagementRates: { inApp: 0.8, email: 0.5, push: 0 },
    readVsUnread: { read: 12, unread: 3 },
  }
}

function sampleId(kind: string, index: number): string {
  return `0199c1a0-0000-7000-8000-${kind}${String(index).padStart(11, '0')}`
}
