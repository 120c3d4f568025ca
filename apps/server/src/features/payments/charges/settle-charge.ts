import { settleFunds } from '@veranda/core/ledger/transaction-builders.ts'
import { credit, debit, makeTransaction } from '@veranda/core/ledger/transaction.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type PaymentEventData } from '../../../gateways/payments/payment-events.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { appendChargeEvent, chargeFacts, lockCharge, ledgerProjectOf } from './charge.repository.ts'
import { matureEarnings } from '../payouts/payout-delay.ts'

/** Posts `settle_funds`: the captured money, less the fee and earlier refunds, has settled. */
export async function settleCharge(
  ctx: { tx: Tx; deps: Deps; now: Instant },
  paymentEvent: PaymentEventData<'charge.settled'>,
): Promise<void> {
  const { tx, now } = ctx
  const charge = await lockCharge(tx, paymentEvent.reference)
  if (!charge || charge.settled_at !== null) return
  await tx
    .updateTable('charges')
    .set({ settled_at: new Date(now) })
    .where('id', '=', charge.id)
    .execute()
  // A charge refunded before it settled leaves only the processor's fee, which settles against the platform.
  const settled =
    paymentEvent.amount < 0
      ? makeTransaction('settle_funds', [
          debit('psp_clearing', minor(-paymentEvent.amount)),
          credit('psp_available', minor(-paymentEvent.amount)),
        ])
      : settleFunds(minor(paymentEvent.amount))
  if (settled.entries.length > 0) {
    await postTransaction(tx, {
      ...settled,
      cause: `settle:${charge.id}`,
      currency: paymentEvent.currency,
      at: now,
      ...ledgerProjectOf(charge),
    })
  }
  const data = { ...chargeFacts(charge), processorFee: minor(paymentEvent.fee) }
  await appendChargeEvent(tx, charge, { type: 'charge.settled', data }, now)
  await matureEarnings(ctx, charge)
}
