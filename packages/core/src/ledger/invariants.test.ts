import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Dealing, dealPart, split, undealt } from '../money/fees.ts'
import { minor } from '../money/money.ts'
import { currentRates } from '../money/rates.ts'
import { type Posting } from './entry.ts'
import { type Posted, balances, checkLedger } from './invariants.ts'
import * as forward from './postings.ts'
import { lockDisputed, refundReleased, resolveDispute } from './reversals.ts'

const of = { milestone: 'm', client: 'c', creator: 'p' }
const steps = ['release', 'refund', 'dispute', 'available', 'transfer', 'payout', 'refund-released'] as const
const step = fc.tuple(fc.constantFrom(...steps), fc.integer({ min: 0, max: 100 }))

/** Plays a random life of one milestone, each step taking a percentage of what it may take. */
function play(price: number, story: readonly (readonly [(typeof steps)[number], number])[]): Posted[] {
  const whole = split(minor(price), currentRates)
  const ledger: Posted[] = []
  const post = ({ kind, entries }: Posting) =>
    ledger.push({ cause: `${ledger.length}`, kind, currency: 'EUR', entries, milestone: of.milestone })
  const balance = (account: string) => minor(balances(ledger).get(`${account} EUR`) ?? 0)
  post(forward.fund(of, whole))
  post(forward.settle(whole.clientPays))
  let dealing: Dealing = undealt(whole)
  let back: Dealing | undefined
  let released = 0
  for (const [name, percent] of story) {
    const some = (amount: number) => minor(Math.floor((amount * percent) / 100))
    const deal = (amount: number) => {
      const dealt = dealPart(dealing, minor(amount))
      dealing = dealt.dealing
      return dealt.part
    }
    if (name === 'release' && !back) {
      const part = deal(some(balance('held:m')))
      released += part.amount
      post(forward.release(of, part))
    }
    if (name === 'refund') {
      const part = deal(some(balance('held:m')))
      post(forward.refundHeld(of, part))
      post(forward.refundPaid(of, minor(part.amount + part.clientFee), 'psp_available'))
    }
    if (name === 'dispute' && !back) {
      const amount = some(balance('held:m'))
      post(lockDisputed(of, amount))
      const toCreator = deal(Math.floor(amount / 3))
      released += toCreator.amount
      post(resolveDispute(of, toCreator, deal(amount - toCreator.amount)))
    }
    if (name === 'available') post(forward.makeAvailable(of, some(balance('provider_pending:p'))))
    if (name === 'transfer')
      post(forward.transfer(of, some(Math.max(0, balance('provider_available:p') - balance('psp_connected:p')))))
    if (name === 'payout') {
      const amount = some(Math.max(0, Math.min(balance('provider_available:p'), balance('psp_connected:p'))))
      post(forward.askPayout(of, amount))
      post(forward.payoutPaid(of, amount))
    }
    if (name === 'refund-released' && !back && released === price) {
      back = undealt(whole)
      const { part } = dealPart(back, some(released))
      const held = { pending: balance('provider_pending:p'), available: balance('provider_available:p') }
      post(refundReleased(of, part, held, minor(0)))
    }
  }
  return ledger.filter((one) => one.entries.length > 0)
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
  test('finds a posting changed by one unit, whichever', () => {
    const ledger = play(1_000, [['release', 100]])
    for (const [index, one] of ledger.entries()) {
      const [first, ...rest] = one.entries
      if (!first) continue
      const bent = first.debit === undefined ? first : { account: first.account, debit: minor(first.debit + 1) }
      const found = checkLedger(ledger.with(index, { ...one, entries: [bent, ...rest] }))
      expect(found).toContainEqual({ rule: 'unbalanced', subject: one.cause, by: 1 })
    }
  })
  test('finds a release without its funding, a release twice and a doubled cause', () => {
    const ledger = play(1_000, [['release', 100]])
    const [fund, settle, release] = ledger
    if (!fund || !settle || !release) throw new Error('three postings expected')
    expect(checkLedger([release]).map((v) => v.rule)).toEqual(expect.arrayContaining(['orphan', 'negative-liability']))
    expect(checkLedger([...ledger, release]).map((v) => v.rule)).toEqual(
      expect.arrayContaining(['doubled-cause', 'negative-held', 'more-out-than-in']),
    )
  })
  test('compares with what the processor reports', () => {
    const ledger = play(1_000, [])
    expect(checkLedger(ledger, new Map([['psp_available', 1_050]]))).toEqual([])
    expect(checkLedger(ledger, new Map([['psp_available', 1_000]]))).toEqual([
      { rule: 'processor-differs', subject: 'psp_available EUR', by: 50 },
    ])
  })
})
