import { type CommissionEvent } from '../../commissions/events.ts'
import { toIso } from '../../time/instant.ts'
import { forBothSides, milestoneDraft, type Side } from './milestone-draft.ts'
import { type NotificationDraft } from './notification-draft.ts'
import { type Priority } from '../types.ts'

type TopUpEvent = CommissionEvent<'top-up.reminded' | 'top-up.paid' | 'top-up.payment-failed' | 'top-up.expired'>

/** Drafts the notifications of a top-up; that a change order requests one is said with its signature. */
export function topUpDrafts(event: TopUpEvent): NotificationDraft[] {
  switch (event.type) {
    case 'top-up.reminded':
      return forBothSides((side) => topUpDraft(event, side, side === 'client' ? 'high' : 'medium'))
    case 'top-up.paid':
      return forBothSides((side) => topUpDraft(event, side, 'medium'))
    case 'top-up.payment-failed': {
      const draft = topUpDraft(event, 'client', 'high')
      return [{ ...draft, key: event.type, mandatory: event.data.reason === 'expired' ? null : 'failed-payment' }]
    }
    case 'top-up.expired':
      return forBothSides((side) => topUpDraft(event, side, 'high'))
  }
}

/** Drafts a notification for one side; the client reads what is charged, the creator what the price rises by. */
function topUpDraft({ type, data }: TopUpEvent, side: Side, priority: Priority): NotificationDraft {
  const draft = milestoneDraft(`${type}.${side}`, data, side, priority)
  const money = { amount: side === 'client' ? data.charged : data.price, currency: data.currency }
  return {
    ...draft,
    type: 'payment',
    eventName: 'payment_update',
    params: { ...draft.params, ...money, until: toIso(data.expiresAt) },
    data: { ...draft.data, ...money, transactionId: data.topUpId },
  }
}
