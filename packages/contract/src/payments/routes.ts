import { route } from '../route.ts'
import type { Done, IdParams, PageQuery } from '../shapes.ts'
import type {
  Balances,
  Charge,
  ConfirmBody,
  Methods,
  Payout,
  PayoutBody,
  PayoutList,
  Postings,
  PostingsQuery,
  ProtectedList,
  Receipt,
  ReceiptList,
  WebhookBody,
} from './schemas.ts'

export const listMethods = route<{ reply: Methods }>('GET', '/payments/methods')
export const readBalances = route<{ reply: Balances }>('GET', '/payments/balances')
export const listPostings = route<{ query: PostingsQuery; reply: Postings }>('GET', '/payments/postings')
export const listProtected = route<{ reply: ProtectedList }>('GET', '/payments/protected')
export const listReceipts = route<{ query: PageQuery; reply: ReceiptList }>('GET', '/payments/receipts')
/** The receipt of one released milestone, for the side that the reader is on. */
export const readReceipt = route<{ params: IdParams; reply: Receipt }>('GET', '/payments/receipts/:id')
export const readCharge = route<{ params: IdParams; reply: Charge }>('GET', '/payments/charges/:id')
export const confirmCharge = route<{ params: IdParams; body: ConfirmBody; reply: Charge }>(
  'POST',
  '/payments/charges/:id/confirm',
)
export const listPayouts = route<{ query: PageQuery; reply: PayoutList }>('GET', '/payments/payouts')
export const requestPayout = route<{ body: PayoutBody; reply: Payout }>('POST', '/payments/payouts')
export const receiveWebhook = route<{ body: WebhookBody; reply: Done }>('POST', '/payments/webhook')
