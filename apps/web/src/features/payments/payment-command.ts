import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import {
  listPayouts,
  listPostings,
  listProtected,
  listReceipts,
  readBalances,
} from '@veranda/contract/payments/routes.ts'
import { type Route } from '@veranda/contract/route.ts'

/** Every read that a movement of money may change. */
export const paymentReads: readonly Route[] = [
  readBalances,
  listPostings,
  listProtected,
  listPayouts,
  listReceipts,
  readDashboard,
]
