import { type AccountEvent } from '../accounts/events.ts'
import { type BookingEvent } from '../bookings/events.ts'
import { type CommissionEvent } from '../commissions/events.ts'
import { type ConversationEvent } from '../conversations/events.ts'
import { type PinEvent } from '../commissions/pins/events.ts'
import { type PaymentEvent } from '../payments/events.ts'
import { type ReviewEvent } from '../reviews/events.ts'
import { type Draft } from './draft.ts'
import { bookingNotices } from './from-bookings.ts'
import { commissionNotices } from './from-commissions.ts'
import { paymentNotices } from './from-payments.ts'
import { pinNotices } from './from-pins.ts'

/** Every log event that the notification centre looks at. */
export type Told =
  | BookingEvent
  | CommissionEvent
  | PinEvent
  | PaymentEvent
  | ConversationEvent
  | ReviewEvent
  | AccountEvent

/** Which notifications an event makes, after the domain's table "Which act makes what"; none for most inner steps. */
export function noticesOf(event: Told): Draft[] {
  switch (event.type) {
    case 'message.sent':
      return messageNotices(event)
    case 'review.written':
    case 'review.published':
    case 'review.answered':
      return [reviewNotice(event)]
    case 'account.password-changed':
    case 'account.new-device':
      return [securityNotice(event)]
    case 'account.registered':
    case 'account.changed':
    case 'account.signed-in':
    case 'account.signed-out':
    case 'account.session-ended':
    case 'conversation.opened':
    case 'message.edited':
    case 'message.deleted':
      return []
    default:
      if (isBooking(event)) return bookingNotices(event)
      if (isPin(event)) return pinNotices(event)
      return isPayment(event) ? paymentNotices(event) : commissionNotices(event)
  }
}

type Rest = Exclude<Told, ConversationEvent | ReviewEvent | AccountEvent>

function isBooking(event: Rest): event is BookingEvent {
  return ['booking', 'session', 'schedule'].includes(event.type.split('.', 1)[0] ?? '')
}

function isPin(event: Rest): event is PinEvent {
  return ['pin', 'pins'].includes(event.type.split('.', 1)[0] ?? '')
}

function isPayment(event: Rest): event is PaymentEvent {
  return ['charge', 'earnings', 'payout'].includes(event.type.split('.', 1)[0] ?? '')
}

/** To everybody in the conversation, and once more pressing to those who are mentioned. Keep one for each person: the first. */
function messageNotices({ data }: ConversationEvent<'message.sent'>): Draft[] {
  const { conversationId, projectId, messageId } = data
  const base = {
    type: 'message',
    live: 'notification',
    mandatory: null,
    params: { preview: data.preview },
    data: {
      conversationId,
      messageId,
      ...(projectId === null ? {} : { projectId }),
      actionUrl: `/messages?conversation=${conversationId}`,
    },
  } as const
  return [
    ...data.mentions.map((person): Draft => ({
      ...base,
      to: { person, role: 'self' },
      priority: 'high',
      key: 'message.mentioned',
    })),
    { ...base, to: { membersOf: conversationId, kind: 'conversation' }, priority: 'medium', key: 'message.received' },
  ]
}

function reviewNotice({ type, data }: ReviewEvent): Draft {
  const { projectId, commissionId } = data
  const toAuthor = type === 'review.answered'
  return {
    to: { person: toAuthor ? data.by : data.about, role: 'self' },
    type: 'commission',
    live: 'commission_update',
    priority: 'medium',
    mandatory: null,
    key: type,
    params: {},
    data: { projectId, commissionId, actionUrl: `/projects/${projectId}` },
  }
}

function securityNotice(event: AccountEvent<'account.password-changed' | 'account.new-device'>): Draft {
  return {
    to: { person: event.data.personId, role: 'self' },
    type: 'system',
    live: 'notification',
    priority: 'high',
    mandatory: 'security',
    key: event.type,
    params: event.type === 'account.new-device' ? { device: event.data.device } : {},
    data: { actionUrl: '/settings/security' },
  }
}
