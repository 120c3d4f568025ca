import { type Feature } from '../../platform/feature.ts'
import { moneyInTheWay } from './account-obstacles.ts'
import { type PaymentGateway } from '../../gateways/payments/payment-gateway.ts'
import { chargebackQueue } from './charges/read-chargeback-as-admin.ts'
import { captureOnBookingAccepted, captureCard } from './charges/capture-charge.ts'
import { voidOnBookingEnded, voidCard } from './charges/void-charge.ts'
import { endPayoutDelay, startPayoutDelay, transferEarnings } from './payouts/payout-delay.ts'
import { deleteOldReceipts } from './invoices/delete-old-receipts.ts'
import { issueReceipts } from './invoices/issue-receipts.ts'
import { publishBalanceChange, publishChargeChange, publishPayoutChange } from './on-money-moved.ts'
import { payoutAccountEraser, removePayoutAccount } from './payouts/remove-payout-account.ts'
import { countFailedRefunds, retryRefund } from './refunds/failed-refund.ts'
import {
  compareWithProviderJob,
  compareWithProviderNightly,
  countProviderDifferences,
} from './provider-report/compare-with-provider.ts'
import { refundBooking, refundMilestone } from './refunds/start-refund.ts'
import { refundQueue } from './refunds/refund.repository.ts'
import { returnUnappliedCharge } from './refunds/on-charge-unapplied.ts'
import { refundCard } from './refunds/refund-card.ts'
import { reverseTransfer } from './payouts/reverse-transfers.ts'
import { paymentRoutes } from './routes.ts'
import { sendPayout } from './payouts/send-payout.ts'
import { stopPayoutsOfRestoredAccount } from './payouts/stop-payouts.ts'
import { chargeCard, expireCharge, startCharge } from './charges/start-charge.ts'
import { paymentData } from './personal-data.ts'

/**
 * Creates the payments feature (charges, payouts, balances and receipts) on the gateway that the composition root
 * passes.
 */
export function paymentsFeature(gateway: () => PaymentGateway): Feature {
  return {
    name: 'payments',
    accountObstacles: [moneyInTheWay],
    adminQueues: [refundQueue, chargebackQueue],
    erasers: [payoutAccountEraser],
    // Every route of payments is a paid path, so that none can be forgotten.
    routes: paymentRoutes(gateway).map((route) => ({ ...route, options: { ...route.options, paid: true as const } })),
    eventHandlers: [
      startCharge,
      captureOnBookingAccepted,
      voidOnBookingEnded,
      returnUnappliedCharge,
      refundBooking,
      refundMilestone,
      startPayoutDelay,
      issueReceipts,
      stopPayoutsOfRestoredAccount,
      publishChargeChange,
      publishPayoutChange,
      publishBalanceChange,
    ],
    timers: [expireCharge, endPayoutDelay, retryRefund],
    nightlyTasks: [deleteOldReceipts, compareWithProviderNightly],
    personalData: paymentData,
    figures: [countFailedRefunds, countProviderDifferences],
    jobs: [
      chargeCard,
      captureCard,
      voidCard,
      refundCard,
      transferEarnings,
      reverseTransfer,
      sendPayout,
      removePayoutAccount,
      compareWithProviderJob,
    ].map((job) => job(gateway)),
  }
}
