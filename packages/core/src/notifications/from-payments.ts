import { type PaymentEvent } from '../payments/events.ts'
import { type Draft } from './draft.ts'

type Facts = { readonly amount: number; readonly currency: string }

/** Notifications of payouts, refunds and chargebacks; what a charge means to a milestone is told by the milestone. */
export function paymentNotices(event: PaymentEvent): Draft[] {
  switch (event.type) {
    case 'earnings.available': {
      const { title, creatorId, milestoneId, bookingId } = event.data
      const transactionId = `available:${milestoneId ?? bookingId}`
      const about = aboutPayment(event.type, event.data, { ...subjectOf(event.data), transactionId })
      return [{ ...about, to: { person: creatorId, role: 'creator' }, params: { ...about.params, title } }]
    }
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.returned': {
      const { payoutId, creatorId } = event.data
      const about = aboutPayment(event.type, event.data, { transactionId: payoutId })
      const priority = event.type === 'payout.paid' ? 'medium' : 'high'
      const mandatory = event.type === 'payout.paid' ? null : 'failed-payment'
      return [{ ...about, to: { person: creatorId, role: 'creator' }, priority, mandatory }]
    }
    case 'charge.refunded': {
      const { refunded, currency, clientId, chargeId } = event.data
      const about = aboutPayment(
        event.type,
        { amount: refunded, currency },
        { ...subjectOf(event.data), transactionId: chargeId },
      )
      const data = { ...about.data, refundAmount: refunded }
      return [{ ...about, to: { person: clientId, role: 'client' }, priority: 'high', mandatory: 'refund', data }]
    }
    case 'charge.charged-back': {
      const { clientId, creatorId, chargeId } = event.data
      const about = aboutPayment(event.type, event.data, { ...subjectOf(event.data), transactionId: chargeId })
      return [
        { ...about, to: { person: clientId, role: 'client' }, priority: 'high' },
        { ...about, to: { person: creatorId, role: 'creator' }, priority: 'high' },
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

/** The milestone or the booking that the money is about. */
function subjectOf(
  of: { projectId: string; milestoneId: string; bookingId?: never } | { bookingId: string; milestoneId?: never },
): Record<string, string> {
  return of.milestoneId === undefined
    ? { appointmentId: of.bookingId }
    : { projectId: of.projectId, milestoneId: of.milestoneId }
}

function aboutPayment(key: string, { amount, currency }: Facts, data: Record<string, string>): Omit<Draft, 'to'> {
  return {
    type: 'payment',
    live: 'payment_update',
    priority: 'medium',
    mandatory: null,
    key,
    params: { amount, currency },
    data: { ...data, amount, currency, actionUrl: '/payment' },
  }
}
