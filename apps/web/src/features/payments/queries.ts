import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import {
  listPayouts,
  listLedgerEntries,
  listEscrow,
  listReceipts,
  listRefunds,
  readBalances,
} from '@veranda/contract/payments/routes.ts'
import { type Route } from '@veranda/contract/route.ts'

/** Every query that a movement of money may change. */
export const paymentQueries: readonly Route[] = [
  readBalances,
  listLedgerEntries,
  listEscrow,
  listPayouts,
  listReceipts,
  listRefunds,
  readDashboard,
]
