import { type Feature } from '../../feature.ts'
import { type PaymentGateway } from '../../gateways/payments/payments.ts'
import { captureAuthorised, captureCard, releaseCard, voidCard } from './authorise-charge.ts'
import { refundCard, returnUnappliedCharge } from './capture-charge.ts'
import { endHold, holdEarnings, transferEarnings } from './hold-earnings.ts'
import { issueReceipts } from './issue-receipts.ts'
import { refundBooking } from './refund-booking.ts'
import { paymentRoutes } from './routes.ts'
import { sendPayout } from './send-payout.ts'
import { chargeCard, expireCharge, startCharge } from './start-charge.ts'

/** Charges, payouts, balances and receipts, over whichever payment company the composition root hands in. */
export function paymentsFeature(gateway: () => PaymentGateway): Feature {
  return {
    name: 'payments',
    routes: paymentRoutes(gateway),
    reactions: [
      startCharge,
      captureAuthorised,
      releaseCard,
      returnUnappliedCharge,
      refundBooking,
      holdEarnings,
      issueReceipts,
    ],
    due: [expireCharge, endHold],
    jobs: [chargeCard, captureCard, voidCard, refundCard, transferEarnings, sendPayout].map((job) => job(gateway)),
  }
}
