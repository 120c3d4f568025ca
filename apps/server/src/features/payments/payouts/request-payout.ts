import { type Payout, type RequestPayoutBody } from '@veranda/contract/payments/schemas.ts'
import { payoutRequested } from '@veranda/core/ledger/transaction-builders.ts'
import { type Currency, isCurrency, money } from '@veranda/core/money/money.ts'
import { payableOf, requestPayout as decide } from '@veranda/core/payments/payouts/payout.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { steppedUpUntil } from '../../../platform/access/step-up.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { lockCreatorBalances } from '../../../platform/ledger/creator-balance-lock.ts'
import { arePayoutsStopped } from './payout-stop.repository.ts'
import { toPayoutDto } from './payout.presenter.ts'
import { appendPayoutEvent, payoutFacts } from './payout.repository.ts'

/**
 * Posts `payout_requested`: moves a part of the creator's available balance in transit; two requests at once cannot
 * take the same money. Needs a recent step-up of this session (decision 018).
 */
export async function requestPayout(
  { tx, actor, deps, request }: CommandContext & { readonly request: Pick<RequestInfo, 'cookieToken'> },
  body: RequestPayoutBody,
): Promise<Result<Payout>> {
  if (!isCurrency(body.currency)) {
    return refuse('money.unknown-currency', 'invalid', { field: 'currency', detail: { currency: body.currency } })
  }
  const currency: Currency = body.currency
  await lockCreatorBalances(tx, actor.id)
  const available = payableOf({
    available: await balanceOf(tx, `creator_available:${actor.id}`, currency),
    owed: await balanceOf(tx, `receivable:${actor.id}`, currency),
  })
  const caller = { actor, cookieToken: request.cookieToken }
  const hasSteppedUp = (await steppedUpUntil(tx, caller, deps.clock.now())) !== undefined
  const isStopped = await arePayoutsStopped(tx, actor.id)
  const decided = decide(body, money(available, currency), { hasSteppedUp, isStopped })
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
  await postTransaction(tx, {
    ...payoutRequested({ creator: actor.id }, amount),
    cause: `payout:${row.id}`,
    currency,
    at: now,
    parties: { creator: actor.id },
  })
  await deps.jobs.enqueue(tx, 'payments-send-payout', { payoutId: row.id }, { key: `payout:${row.id}` })
  await appendPayoutEvent(tx, { type: 'payout.requested', data: payoutFacts(row) }, actor.id, now)
  return ok(toPayoutDto(row))
}
