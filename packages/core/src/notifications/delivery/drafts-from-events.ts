import { type AccountEvent } from '../../accounts/events.ts'
import { type BookingEvent } from '../../bookings/events.ts'
import { type CommissionEvent } from '../../commissions/events.ts'
import { conversationUrl } from '../../conversation-url.ts'
import { type ConversationEvent } from '../../conversations/events.ts'
import { type PinEvent } from '../../commissions/pins/events.ts'
import { type PaymentEvent } from '../../payments/events.ts'
import { type ReviewEvent } from '../../reviews/events.ts'
import { type SupportEvent } from '../../support/events.ts'
import { type WorkConsentEvent } from '../../talent/events.ts'
import { type NotificationDraft } from './notification-draft.ts'
import { bookingDrafts } from './drafts-from-bookings.ts'
import { commissionDrafts } from './drafts-from-commissions.ts'
import { paymentDrafts } from './drafts-from-payments.ts'
import { pinDrafts } from './drafts-from-pins.ts'

/** Every domain event that the notifications feature handles. */
export type NotifiableEvent =
  | BookingEvent
  | CommissionEvent
  | PinEvent
  | PaymentEvent
  | ConversationEvent
  | ReviewEvent
  | AccountEvent
  | WorkConsentEvent
  | SupportEvent

/**
 * Drafts the notifications of an event, by the table "Which act makes what" in the domain document; none for most
 * internal steps.
 */
export function notificationDrafts(event: NotifiableEvent): NotificationDraft[] {
  switch (event.type) {
    case 'message.sent':
      return messageDrafts(event)
    case 'review.written':
      // The second review publishes both, which notifies instead.
      return event.data.publishes ? [] : [reviewDraft(event)]
    case 'review.published':
    case 'review.answered':
      return [reviewDraft(event)]
    case 'work-consent.asked':
    case 'work-consent.granted':
    case 'work-consent.declined':
    case 'work-consent.withdrawn':
      return [workConsentDraft(event)]
    case 'ticket.answered':
    case 'ticket.solved':
      return [ticketDraft(event)]
    case 'account.password-changed':
    case 'account.email-changed':
    case 'account.email-restored':
    case 'account.new-device':
    case 'account.identity-linked':
    case 'account.identity-unlinked':
    case 'account.totp-turned-on':
    case 'account.totp-turned-off':
    case 'account.recovery-codes-replaced':
    case 'account.recovery-code-used':
    case 'account.passkey-added':
    case 'account.passkey-removed':
    case 'account.payout-account-changed':
      return [securityDraft(event)]
    case 'account.registered':
    case 'account.changed':
    case 'account.deletion-scheduled':
    case 'account.deletion-cancelled':
    case 'account.suspended':
    case 'account.suspension-lifted':
    case 'account.signed-in':
    case 'account.signed-out':
    case 'account.session-ended':
    case 'account.payout-account-confirmed':
    case 'account.data-export-changed':
    case 'account.calendar-feed-changed':
    case 'review.period-ended':
    case 'message.edited':
    case 'message.deleted':
      return []
    default:
      if (isBookingEvent(event)) return bookingDrafts(event)
      if (isPinEvent(event)) return pinDrafts(event)
      return isPaymentEvent(event) ? paymentDrafts(event) : commissionDrafts(event)
  }
}

type SubjectEvent = Exclude<
  NotifiableEvent,
  ConversationEvent | ReviewEvent | AccountEvent | WorkConsentEvent | SupportEvent
>

function isBookingEvent(event: SubjectEvent): event is BookingEvent {
  return ['booking', 'hourly-service', 'schedule'].includes(event.type.split('.', 1)[0] ?? '')
}

function isPinEvent(event: SubjectEvent): event is PinEvent {
  return ['pin', 'pins'].includes(event.type.split('.', 1)[0] ?? '')
}

function isPaymentEvent(event: SubjectEvent): event is PaymentEvent {
  return ['charge', 'earnings', 'payout'].includes(event.type.split('.', 1)[0] ?? '')
}

/**
 * Drafts a notification for all members and a more urgent one for those mentioned. Deliver only the first for each
 * user.
 */
function messageDrafts({ data }: ConversationEvent<'message.sent'>): NotificationDraft[] {
  const { conversationId, projectId, messageId } = data
  const base = {
    type: 'message',
    eventName: 'notification',
    mandatory: null,
    params: { preview: data.preview },
    data: {
      conversationId,
      messageId,
      ...(projectId === null ? {} : { projectId }),
      actionUrl: conversationUrl({ id: conversationId }),
    },
  } as const
  return [
    ...data.mentions.map((user): NotificationDraft => ({
      ...base,
      to: { user, role: 'self' },
      priority: 'high',
      key: 'message.mentioned',
    })),
    { ...base, to: { membersOf: conversationId, kind: 'conversation' }, priority: 'medium', key: 'message.received' },
  ]
}

function reviewDraft({ type, data }: Exclude<ReviewEvent, ReviewEvent<'review.period-ended'>>): NotificationDraft {
  const { projectId, commissionId } = data
  const toAuthor = type === 'review.answered'
  return {
    to: { user: toAuthor ? data.by : data.about, role: 'self' },
    type: 'commission',
    eventName: 'commission_update',
    priority: 'medium',
    mandatory: null,
    key: type,
    params: {},
    data: { projectId, commissionId, actionUrl: `/projects/${projectId}` },
  }
}

function workConsentDraft({ type, data }: WorkConsentEvent): NotificationDraft {
  const { projectId, title } = data
  const toClient = type === 'work-consent.asked'
  return {
    to: toClient ? { user: data.clientId, role: 'client' } : { user: data.creatorId, role: 'creator' },
    type: 'project',
    eventName: 'notification',
    priority: 'medium',
    mandatory: null,
    key: type,
    params: { title },
    data: { projectId, actionUrl: toClient ? `/projects/${projectId}` : '/profile' },
  }
}

/** Drafts the notification of an answer or a solution; its mail has the whole text. */
function ticketDraft({ type, data }: SupportEvent): NotificationDraft {
  return {
    to: { user: data.senderId, role: 'self' },
    type: 'system',
    eventName: 'notification',
    priority: 'medium',
    mandatory: null,
    mailedSeparately: true,
    key: type,
    params: { number: data.number },
    data: { actionUrl: `/support/${data.ticketId}` },
  }
}

const providerNames: Readonly<Record<AccountEvent<'account.identity-linked'>['data']['provider'], string>> = {
  google: 'Google',
  tiktok: 'TikTok',
  instagram: 'Instagram',
}

type SecurityEvent = Exclude<
  AccountEvent,
  AccountEvent<
    'account.registered' | 'account.changed' | 'account.signed-in' | 'account.signed-out' | 'account.session-ended'
  >
>

const stoppedKey = 'account.email-restored-payouts-stopped'

function securityDraft(event: SecurityEvent): NotificationDraft {
  const key = securityKey(event)
  return {
    to: { user: event.data.userId, role: 'self' },
    type: 'system',
    eventName: 'notification',
    priority: 'high',
    mandatory: 'security',
    // Its mail has a link that ends the sessions of the device.
    ...(event.type === 'account.new-device' ? { mailedSeparately: true } : {}),
    key,
    params: securityParams(event),
    data: { actionUrl: key === stoppedKey ? '/payment#payout-account' : '/settings/security' },
  }
}

function securityKey(event: SecurityEvent): NotificationDraft['key'] {
  if (event.type === 'account.new-device' && event.data.device === '') return 'account.unknown-device'
  if (event.type === 'account.email-restored' && event.data.stopsPayouts) return stoppedKey
  return event.type
}

function securityParams(event: SecurityEvent): NotificationDraft['params'] {
  switch (event.type) {
    case 'account.new-device':
      return { device: event.data.device }
    case 'account.identity-linked':
    case 'account.identity-unlinked':
      return { provider: providerNames[event.data.provider] }
    case 'account.recovery-code-used':
      return { count: event.data.left }
    case 'account.payout-account-changed':
      return { last4: event.data.last4 }
    case 'account.passkey-added':
    case 'account.passkey-removed':
      return { passkey: event.data.name }
    default:
      return {}
  }
}
