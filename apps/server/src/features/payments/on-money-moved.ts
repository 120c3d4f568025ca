import { balanceChanged, chargeChanged, payoutChanged } from '@veranda/contract/payments/events.ts'
import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type PaymentEvent, type PaymentEventType } from '@veranda/core/payments/events.ts'
import { eventHandler } from '../../platform/events/event-handler.ts'
import { publishChange } from '../../platform/realtime/publish-change.ts'
import { chargeSubjectOf, findCharge } from './charges/charge.repository.ts'

type ChargeEventType = Extract<PaymentEventType, `charge.${string}`>
type PayoutEventType = Extract<PaymentEventType, `payout.${string}`>
type BalanceEvent =
  | PaymentEvent<Exclude<PaymentEventType, 'charge.created' | 'charge.confirmation-needed' | 'charge.expired'>>
  | CommissionEvent<'milestone.released' | 'milestone.part-released' | 'milestone.refund-requested'>
  | BookingEvent<'booking.settled'>

const chargeEventTypes = [
  'charge.created',
  'charge.confirmation-needed',
  'charge.authorised',
  'charge.voided',
  'charge.captured',
  'charge.failed',
  'charge.expired',
  'charge.unapplied',
  'charge.settled',
  'charge.refunded',
  'charge.refund-failed',
  'charge.refund-retried',
  'charge.charged-back',
  'charge.chargeback-won',
  'charge.chargeback-lost',
] as const satisfies ChargeEventType[]

/** Publishes a charge to the client who pays and the creator who is paid. Charges have no version of their own. */
export const publishChargeChange = eventHandler<PaymentEvent<ChargeEventType>>(
  'payments-publish-charge-change',
  [...chargeEventTypes],
  async ({ tx, event: { data, position } }) => {
    const { chargeId: id, clientId } = data
    const charge = await findCharge(tx, id)
    const users = charge ? [clientId, charge.creator_id] : [clientId]
    await publishChange(tx, users, chargeChanged, { id, version: position, subject: chargeSubjectOf(data) })
  },
)

const payoutEventTypes = [
  'payout.requested',
  'payout.sent',
  'payout.paid',
  'payout.failed',
  'payout.returned',
] as const satisfies PayoutEventType[]

/** Publishes a payout to its creator. Payouts have no version of their own. */
export const publishPayoutChange = eventHandler<PaymentEvent<PayoutEventType>>(
  'payments-publish-payout-change',
  [...payoutEventTypes],
  async ({ tx, event: { data, position } }) => {
    await publishChange(tx, [data.creatorId], payoutChanged, { id: data.payoutId, version: position })
  },
)

/** Publishes changed balances to everyone whose money moved. */
export const publishBalanceChange = eventHandler<BalanceEvent>(
  'payments-publish-balance-change',
  [
    'charge.authorised',
    'charge.voided',
    'charge.captured',
    'charge.failed',
    'charge.unapplied',
    'charge.settled',
    'charge.refunded',
    'charge.refund-failed',
    'charge.refund-retried',
    'charge.charged-back',
    'charge.chargeback-won',
    'charge.chargeback-lost',
    'earnings.available',
    ...payoutEventTypes,
    'milestone.released',
    'milestone.part-released',
    'milestone.refund-requested',
    'booking.settled',
  ],
  async ({ tx, event: { data, position } }) => {
    const creatorId = 'creatorId' in data ? data.creatorId : (await findCharge(tx, data.chargeId))?.creator_id
    const users = ['clientId' in data ? data.clientId : undefined, creatorId].filter((id) => id !== undefined)
    for (const id of users.toSorted()) await publishChange(tx, [id], balanceChanged, { id, version: position })
  },
)
