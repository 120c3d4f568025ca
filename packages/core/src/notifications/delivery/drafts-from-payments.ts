import { type PaymentEvent } from '../../payments/events.ts'
import { type NotificationDraft } from './notification-draft.ts'

type AmountFacts = { readonly amount: number; readonly currency: string }

/**
 * Drafts the notifications of payouts, refunds and chargebacks; the effect of a charge on a milestone is notified by
 * the milestone's events.
 */
export function paymentDrafts(event: PaymentEvent): NotificationDraft[] {
  switch (event.type) {
    case 'earnings.available': {
      const { title, creatorId, milestoneId, bookingId } = event.data
      const transactionId = `available:${milestoneId ?? bookingId}`
      const { amount, repaid } = event.data
      const isAllRepaid = repaid !== undefined && amount === 0
      const key = repaid === undefined ? event.type : isAllRepaid ? 'earnings.repaid' : 'earnings.available.repaid'
      const shown = { amount: isAllRepaid ? repaid : amount, currency: event.data.currency }
      const draft = paymentDraft(key, shown, { ...subjectOf(event.data), transactionId })
      return [{ ...draft, to: { user: creatorId, role: 'creator' }, params: { ...draft.params, title } }]
    }
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.returned': {
      const { payoutId, creatorId } = event.data
      const draft = paymentDraft(event.type, event.data, { transactionId: payoutId })
      const priority = event.type === 'payout.paid' ? 'medium' : 'high'
      const mandatory = event.type === 'payout.paid' ? null : 'failed-payment'
      return [{ ...draft, to: { user: creatorId, role: 'creator' }, priority, mandatory }]
    }
    case 'charge.refunded': {
      const { refunded, currency, clientId, chargeId, refundId } = event.data
      // The refund of a milestone was notified when it was requested.
      if (refundId !== undefined) return []
      const draft = paymentDraft(
        event.type,
        { amount: refunded, currency },
        { ...subjectOf(event.data), transactionId: chargeId },
      )
      const data = { ...draft.data, refundAmount: refunded }
      return [{ ...draft, to: { user: clientId, role: 'client' }, priority: 'high', mandatory: 'refund', data }]
    }
    case 'charge.refund-failed': {
      const { refunded, currency, clientId, refundId } = event.data
      const draft = paymentDraft(
        event.type,
        { amount: refunded, currency },
        { ...subjectOf(event.data), transactionId: refundId },
      )
      return [{ ...draft, to: { user: clientId, role: 'client' }, priority: 'high', mandatory: 'refund' }]
    }
    case 'charge.refund-retried': {
      const { refunded, currency, clientId, refundId, byAdmin } = event.data
      if (byAdmin !== true) return []
      const draft = paymentDraft(
        event.type,
        { amount: refunded, currency },
        { ...subjectOf(event.data), transactionId: refundId },
      )
      return [{ ...draft, to: { user: clientId, role: 'client' }, mandatory: 'refund' }]
    }
    case 'charge.charged-back': {
      const { clientId, creatorId, chargeId } = event.data
      const draft = paymentDraft(event.type, event.data, { ...subjectOf(event.data), transactionId: chargeId })
      return [
        { ...draft, to: { user: clientId, role: 'client' }, priority: 'high' },
        { ...draft, to: { user: creatorId, role: 'creator' }, priority: 'high' },
      ]
    }
    case 'charge.chargeback-won': {
      const { clientId, creatorId, chargeId } = event.data
      const draft = paymentDraft(event.type, event.data, { ...subjectOf(event.data), transactionId: chargeId })
      return [
        { ...draft, to: { user: clientId, role: 'client' } },
        { ...draft, to: { user: creatorId, role: 'creator' }, priority: 'high' },
      ]
    }
    case 'charge.chargeback-lost': {
      const { clientId, creatorId, chargeId, owed } = event.data
      const draft = paymentDraft(event.type, event.data, { ...subjectOf(event.data), transactionId: chargeId })
      const creatorKey = owed > 0 ? 'charge.chargeback-lost.owed' : 'charge.chargeback-lost.creator'
      return [
        { ...draft, to: { user: clientId, role: 'client' } },
        {
          ...draft,
          to: { user: creatorId, role: 'creator' },
          priority: 'high',
          key: creatorKey,
          params: { ...draft.params, ...(owed > 0 && { amount: owed }) },
        },
      ]
    }
    case 'charge.created':
    case 'charge.confirmation-needed':
    case 'charge.authorised':
    case 'charge.voided':
    case 'charge.captured':
    case 'charge.failed':
    case 'charge.expired':
    case 'charge.unapplied':
    case 'charge.settled':
    case 'payout.requested':
    case 'payout.sent':
      return []
  }
}

/** Returns the ids of the milestone or booking that the money is for. */
function subjectOf(
  subject: { projectId: string; milestoneId: string; bookingId?: never } | { bookingId: string; milestoneId?: never },
): Record<string, string> {
  return subject.milestoneId === undefined
    ? { appointmentId: subject.bookingId }
    : { projectId: subject.projectId, milestoneId: subject.milestoneId }
}

function paymentDraft(
  key: string,
  { amount, currency }: AmountFacts,
  data: Record<string, string>,
): Omit<NotificationDraft, 'to'> {
  return {
    type: 'payment',
    eventName: 'payment_update',
    priority: 'medium',
    mandatory: null,
    key,
    params: { amount, currency },
    data: { ...data, amount, currency, actionUrl: '/payment' },
  }
}
