import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Allocation, allocatePart, split, unallocated } from '../money/fees.ts'
import { minor } from '../money/money.ts'
import { currentRates } from '../money/rates.ts'
import { type Transaction } from './transaction.ts'
import { type PostedTransaction, accountBalances } from './check-ledger.ts'
import { checkLedger } from './testing/check-whole-ledger.ts'
import * as forward from './transaction-builders.ts'
import { disputeLock, refundAfterRelease, disputeResolve } from './reversals.ts'

const of = { escrow: 'm', client: 'c', creator: 'p' }
const steps = ['release', 'refund', 'dispute', 'available', 'transfer', 'payout', 'refund-released'] as const
const step = fc.tuple(fc.constantFrom(...steps), fc.integer({ min: 0, max: 100 }))

/** Plays a random life of one milestone; each step takes a percentage of what it may take. */
function play(price: number, story: readonly (readonly [(typeof steps)[number], number])[]): PostedTransaction[] {
  const whole = split(minor(price), currentRates)
  const ledger: PostedTransaction[] = []
  const post = ({ kind, entries }: Transaction) =>
    ledger.push({ cause: `${ledger.length}`, kind, currency: 'EUR', entries, escrow: of.escrow })
  const balance = (account: string) => minor(accountBalances(ledger).get(`${account} EUR`) ?? 0)
  post(forward.capture(of, whole))
  post(forward.settleFunds(whole.clientPays))
  let allocation: Allocation = unallocated(whole)
  let back: Allocation | undefined
  let released = 0
  for (const [name, percent] of story) {
    const some = (amount: number) => minor(Math.floor((amount * percent) / 100))
    const allocate = (amount: number) => {
      const allocated = allocatePart(allocation, minor(amount))
      allocation = allocated.allocation
      return allocated.part
    }
    if (name === 'release' && !back) {
      const part = allocate(some(balance('escrow:m')))
      released += part.amount
      post(forward.release(of, part))
    }
    if (name === 'refund') {
      const part = allocate(some(balance('escrow:m')))
      post(forward.refundRequested(of, part))
      post(forward.refundPaid(of, minor(part.amount + part.clientFee), 'psp_available'))
    }
    if (name === 'dispute' && !back) {
      const amount = some(balance('escrow:m'))
      post(disputeLock(of, amount))
      const toCreator = allocate(Math.floor(amount / 3))
      released += toCreator.amount
      post(disputeResolve(of, toCreator, allocate(amount - toCreator.amount)))
    }
    if (name === 'available') post(forward.mature(of, some(balance('creator_pending:p'))))
    if (name === 'transfer')
      post(forward.transfer(of, some(Math.max(0, balance('creator_available:p') - balance('psp_connected:p')))))
    if (name === 'payout') {
      const amount = some(Math.max(0, Math.min(balance('creator_available:p'), balance('psp_connected:p'))))
      post(forward.payoutRequested(of, amount))
      post(forward.payoutPaid(of, amount))
    }
    if (name === 'refund-released' && !back && released === price) {
      back = unallocated(whole)
      const { part } = allocatePart(back, some(released))
      const held = { pending: balance('creator_pending:p'), available: balance('creator_available:p') }
      const taken = forward.takeFromCreator(held, minor(part.amount - part.creatorFee))
      post(refundAfterRelease(of, part, taken, minor(0)))
    }
  }
  return ledger.filter((transaction) => transaction.entries.length > 0)
}

describe('the ledger check', () => {
  test('finds nothing after any random life of a milestone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.array(step, { maxLength: 15 }), (price, story) => {
        expect(checkLedger(play(price, story))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
  test('finds a transaction changed by one unit, whichever it is', () => {
    const ledger = play(1_000, [['release', 100]])
    for (const [index, transaction] of ledger.entries()) {
      const [first, ...rest] = transaction.entries
      if (!first) continue
      const tampered = first.debit === undefined ? first : { account: first.account, debit: minor(first.debit + 1) }
      const found = checkLedger(ledger.with(index, { ...transaction, entries: [tampered, ...rest] }))
      expect(found).toContainEqual({ rule: 'unbalanced', subject: transaction.cause, by: 1 })
    }
  })
  test('finds a release without its funding, a release twice and a duplicate cause', () => {
    const ledger = play(1_000, [['release', 100]])
    const [fund, settle, release] = ledger
    if (!fund || !settle || !release) throw new Error('three transactions expected')
    expect(checkLedger([release]).map((v) => v.rule)).toEqual(expect.arrayContaining(['orphan', 'negative-liability']))
    expect(checkLedger([...ledger, release]).map((v) => v.rule)).toEqual(
      expect.arrayContaining(['duplicate-cause', 'negative-escrow', 'more-out-than-in']),
    )
  })
  test("compares with the processor's report", () => {
    const ledger = play(1_000, [])
    expect(checkLedger(ledger, new Map([['psp_available', 1_050]]))).toEqual([])
    expect(checkLedger(ledger, new Map([['psp_available', 1_000]]))).toEqual([
      { rule: 'processor-mismatch', subject: 'psp_available EUR', by: 50 },
    ])
  })
})
