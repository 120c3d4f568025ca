import { type Payout, type PayoutBody } from '@veranda/contract/payments/schemas.ts'
import { askPayout } from '@veranda/core/ledger/postings.ts'
import { type Currency, isCurrency, money } from '@veranda/core/money/money.ts'
import { requestPayout as decide } from '@veranda/core/payments/request-payout.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { balanceOf } from '../../ledger/balances.ts'
import { post } from '../../ledger/post.ts'
import { lockCreatorMoney } from './creator-lock.ts'
import { showPayout } from './list-payouts.ts'
import { appendPayout, payoutFacts } from './send-payout.ts'

/** T5, first half: a creator asks for a part of what is available; two at once cannot take the same money. */
export async function requestPayout(
  { tx, actor, deps }: { tx: Tx; actor: Actor; deps: Deps },
  body: PayoutBody,
): Promise<Result<Payout>> {
  if (!isCurrency(body.currency)) {
    return refuse('money.unknown-currency', 'invalid', { field: 'currency', detail: { currency: body.currency } })
  }
  const currency: Currency = body.currency
  await lockCreatorMoney(tx, actor.id)
  const available = await balanceOf(tx, `provider_available:${actor.id}`, currency)
  const decided = decide(body, money(available, currency))
  if (!decided.ok) return decided
  const { amount } = decided.value
  const now = deps.clock.now()
  const row = await tx
    .insertInto('payouts')
    .values({
      id: deps.ids.next(),
      creator_id: actor.id,
      amount,
      currency,
      state: 'requested',
      failure: null,
      provider_id: null,
      requested_at: new Date(now),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await post(tx, {
    ...askPayout({ creator: actor.id }, amount),
    cause: `payout:${row.id}`,
    currency,
    at: now,
    people: { creator: actor.id },
  })
  await deps.jobs.enqueue(tx, 'payments-send-payout', { payoutId: row.id }, { key: `payout:${row.id}` })
  await appendPayout(tx, { type: 'payout.requested', data: payoutFacts(row) }, actor.id, now)
  return ok(showPayout(row))
}
