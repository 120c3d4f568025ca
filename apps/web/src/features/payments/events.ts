import { balanceChanged, chargeChanged, payoutChanged } from '@veranda/contract/payments/events.ts'
import {
  listEscrow,
  listLedgerEntries,
  listPayouts,
  listReceipts,
  listRefunds,
  readBalances,
  readCharge,
} from '@veranda/contract/payments/routes.ts'
import { on, onResync } from '../../lib/realtime/realtime.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'
import { paymentQueries } from './queries.ts'

/** Refetches the payment queries when money has moved. */
export function registerPaymentEvents(): void {
  on(chargeChanged, ({ id }) => invalidateOnEvent({ route: readCharge, params: { id } }))
  on(payoutChanged, () => invalidateOnEvent(listPayouts))
  on(balanceChanged, () => invalidateOnEvent(readBalances, listLedgerEntries, listEscrow, listReceipts, listRefunds))
  onResync(() => invalidateOnEvent(...paymentQueries))
}
