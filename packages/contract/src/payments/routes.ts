import { route } from '../route.ts'
import type { AdminChargeback } from './charges/admin-schemas.ts'
import type { Charge, ConfirmChargeBody } from './charges/schemas.ts'
import type { AdminRefund, RedirectRefundBody, RefundList, RetryRefundBody } from './refunds/schemas.ts'
import type { Done, IdParams, PageQuery } from '../shared-schemas.ts'
import type {
  Balances,
  ChangePayoutAccountBody,
  PayoutAccountReply,
  PaymentMethods,
  Payout,
  RequestPayoutBody,
  PayoutList,
  LedgerEntryPage,
  LedgerEntriesQuery,
  EscrowList,
  Receipt,
  ReceiptList,
  WebhookBody,
} from './schemas.ts'

export const listPaymentMethods = route<{ reply: PaymentMethods }>('GET', '/payments/methods')
export const readBalances = route<{ reply: Balances }>('GET', '/payments/balances')
export const listLedgerEntries = route<{ query: LedgerEntriesQuery; reply: LedgerEntryPage }>(
  'GET',
  '/payments/entries',
)
export const listEscrow = route<{ reply: EscrowList }>('GET', '/payments/escrow')
export const listReceipts = route<{ query: PageQuery; reply: ReceiptList }>('GET', '/payments/receipts')
/** Returns the receipt of one released milestone or booking, for the reader's side. */
export const readReceipt = route<{ params: IdParams; reply: Receipt }>('GET', '/payments/receipts/:id')
export const readCharge = route<{ params: IdParams; reply: Charge }>('GET', '/payments/charges/:id')
export const confirmCharge = route<{ params: IdParams; body: ConfirmChargeBody; reply: Charge }>(
  'POST',
  '/payments/charges/:id/confirm',
)
export const listRefunds = route<{ query: PageQuery; reply: RefundList }>('GET', '/payments/refunds')
/** Sends a refund that failed to a bank account, after a step-up. */
export const redirectRefund = route<{ params: IdParams; body: RedirectRefundBody; reply: Done }>(
  'POST',
  '/payments/refunds/:id/redirect',
)
export const readRefundAsAdmin = route<{ params: IdParams; reply: AdminRefund }>('GET', '/admin/refunds/:id')
/** Sends a refund that failed again, the way it went before, after a step-up. */
export const retryRefundAsAdmin = route<{ params: IdParams; body: RetryRefundBody; reply: AdminRefund }>(
  'POST',
  '/admin/refunds/:id/retry',
)
export const readChargebackAsAdmin = route<{ params: IdParams; reply: AdminChargeback }>(
  'GET',
  '/admin/chargebacks/:id',
)
export const listPayouts = route<{ query: PageQuery; reply: PayoutList }>('GET', '/payments/payouts')
export const requestPayout = route<{ body: RequestPayoutBody; reply: Payout }>('POST', '/payments/payouts')
export const readPayoutAccount = route<{ reply: PayoutAccountReply }>('GET', '/payments/payout-account')
export const changePayoutAccount = route<{ body: ChangePayoutAccountBody; reply: PayoutAccountReply }>(
  'PUT',
  '/payments/payout-account',
)
/** Lets stopped payouts go on to the bank account that there is, after a step-up. */
export const confirmPayoutAccount = route<{ reply: PayoutAccountReply }>('POST', '/payments/payout-account/confirm')
export const receiveWebhook = route<{ body: WebhookBody; reply: Done }>('POST', '/payments/webhook')
