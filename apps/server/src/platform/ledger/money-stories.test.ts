import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocatePart, type Allocation, split, unallocated } from '@veranda/core/money/fees.ts'
import { type Currency, minor } from '@veranda/core/money/money.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { returnPart } from '@veranda/core/commissions/milestones/refund-released.ts'
import { payableOf } from '@veranda/core/payments/payouts/payout.ts'
import { accountNameOf } from '@veranda/core/ledger/chart-of-accounts.ts'
import { accountBalances, type PostedTransaction } from '@veranda/core/ledger/check-ledger.ts'
import { chargebackLost, chargebackWon, refundAfterRelease } from '@veranda/core/ledger/reversals.ts'
import { checkLedger } from '@veranda/core/ledger/testing/check-whole-ledger.ts'
import { signedAmount, type Transaction } from '@veranda/core/ledger/transaction.ts'
import * as forward from '@veranda/core/ledger/transaction-builders.ts'
import { isGateRun } from '../../testing/test-scope.ts'

const steps = ['release', 'refund', 'mature', 'payout', 'give-back', 'open', 'win', 'lose'] as const
type Step = readonly [(typeof steps)[number], 0 | 1, number]

const none = { price: minor(0), clientFee: minor(0), creatorFee: minor(0) }
type Frozen = { readonly escrow: number; readonly earnings: forward.TakenFrom }
/** A milestone of the story. */
type Played = { allocation: Allocation; returned: typeof none; chargeback: 'none' | 'lost' | Frozen }

/**
 * Plays a story of two milestones of one client and one creator, and checks every step: the rules of the ledger, that the money
 * at the provider covers what is available, and that both sides' totals are the sums of their entries.
 */
function play(prices: readonly [number, number], currency: Currency, story: readonly Step[]): void {
  const ledger: PostedTransaction[] = []
  const milestones: [Played, Played] = [startOf(prices[0]), startOf(prices[1])]
  let earned = 0
  let spent = 0
  function startOf(price: number): Played {
    return { allocation: unallocated(split(minor(price), currentRates)), returned: none, chargeback: 'none' }
  }
  const post = (index: number, { kind, entries }: Transaction) => {
    if (entries.length === 0) return
    // Payouts are of a balance, and belong to no milestone.
    const escrow = kind.startsWith('payout') ? {} : { escrow: `m${index}` }
    ledger.push({ cause: `${ledger.length}`, kind, currency, entries, ...escrow })
  }
  const balance = (account: string) => minor(accountBalances(ledger).get(`${account} ${currency}`) ?? 0)
  /** Sums credit − debit of the transactions of a milestone, by account name. */
  const sumOf = (index: number, ...names: string[]) =>
    minor(
      ledger
        .filter(({ escrow }) => escrow === `m${index}`)
        .flatMap(({ entries }) => entries)
        .reduce((sum, entry) => sum - (names.includes(accountNameOf(entry.account)) ? signedAmount(entry) : 0), 0),
    )

  for (const [index, price] of prices.entries()) {
    const whole = split(minor(price), currentRates)
    post(index, forward.capture({ escrow: `m${index}` }, whole))
    post(index, forward.settleFunds(whole.clientPays))
    spent += whole.clientPays
  }
  for (const [name, index, percent] of story) {
    const of = { escrow: `m${index}`, client: 'c', creator: 'p' }
    const milestone = milestones[index]
    const isFree = milestone.chargeback === 'none'
    const some = (amount: number) => minor(Math.floor((Math.max(0, amount) * percent) / 100))
    const allocate = () => {
      const { part, allocation } = allocatePart(milestone.allocation, some(balance(`escrow:m${index}`)))
      milestone.allocation = allocation
      return part
    }
    if (name === 'release' && isFree) {
      const part = allocate()
      post(index, forward.release(of, part))
      earned += part.amount - part.creatorFee
    }
    if (name === 'refund' && isFree) {
      const part = allocate()
      post(index, forward.refundRequested(of, part))
      post(index, forward.refundPaid(of, minor(part.amount + part.clientFee), 'psp_available'))
      spent -= part.amount + part.clientFee
    }
    if (name === 'mature' && isFree) {
      const pending = sumOf(index, 'creator_pending')
      const owed = balance('receivable:p')
      post(index, forward.mature(of, pending, owed))
      post(index, forward.transfer(of, minor(pending - forward.repaidOf(pending, owed))))
    }
    if (name === 'payout') {
      const amount = some(payableOf({ available: balance('creator_available:p'), owed: balance('receivable:p') }))
      post(index, forward.payoutRequested(of, amount))
      post(index, forward.payoutPaid(of, amount))
    }
    if (name === 'give-back' && isFree && balance(`escrow:m${index}`) === 0) {
      const released = {
        price: releasedPrice(index),
        clientFee: feeOf(index, 'fee_client'),
        creatorFee: feeOf(index, 'fee_creator'),
      }
      const share = { released, returned: milestone.returned }
      const part = returnPart(share, some(released.price - milestone.returned.price))
      const taken = forward.takeFromCreator(
        { pending: sumOf(index, 'creator_pending'), available: balance('creator_available:p') },
        minor(part.amount - part.creatorFee),
      )
      milestone.returned = {
        price: minor(milestone.returned.price + part.amount),
        clientFee: minor(milestone.returned.clientFee + part.clientFee),
        creatorFee: minor(milestone.returned.creatorFee + part.creatorFee),
      }
      post(index, refundAfterRelease(of, part, taken, taken.available))
      post(index, forward.refundPaid(of, minor(part.amount + part.clientFee), 'psp_available'))
      earned -= part.amount - part.creatorFee
      spent -= part.amount + part.clientFee
    }
    if (name === 'open' && isFree && left(index) > 0) {
      const share = sumOf(index, 'creator_pending', 'creator_available', 'creator_frozen', 'receivable')
      const frozen = {
        escrow: balance(`escrow:m${index}`),
        disputed: minor(0),
        earnings: forward.takeFromCreator(
          { pending: sumOf(index, 'creator_pending'), available: balance('creator_available:p') },
          share,
        ),
      }
      milestone.chargeback = frozen
      post(index, forward.chargebackOpen(left(index), minor(15)))
      post(index, forward.chargebackFreeze(of, frozen))
    }
    if (name === 'win' && typeof milestone.chargeback === 'object') {
      const { escrow, earnings } = milestone.chargeback
      const receivable = minor(Math.min(earnings.receivable, balance('receivable:p')))
      const pending = minor(earnings.pending + earnings.receivable - receivable)
      post(
        index,
        chargebackWon(of, taken(index), { escrow: minor(escrow), earnings: { ...earnings, pending, receivable } }),
      )
      milestone.chargeback = 'none'
    }
    if (name === 'lose' && typeof milestone.chargeback === 'object') {
      const { earnings } = milestone.chargeback
      const money = {
        escrow: balance(`escrow_frozen:m${index}`),
        deferredFee: balance(`fee_deferred:m${index}`),
        earnings: sumOf(index, 'creator_frozen'),
        creatorFee: sumOf(index, 'fee_creator'),
        clientFee: sumOf(index, 'fee_client'),
      }
      const amount = taken(index)
      post(index, chargebackLost(of, amount, money, earnings.available))
      milestone.chargeback = 'lost'
      earned -= money.earnings
      spent -= amount
    }
    check()
  }

  /** Returns what the bank can still take back of a charge: what was captured and not refunded. */
  function left(index: number) {
    return minor(
      ledger
        .filter(({ escrow }) => escrow === `m${index}`)
        .reduce((sum, { kind, entries }) => {
          const of = (name: string) =>
            entries.reduce(
              (total, entry) => total + (accountNameOf(entry.account) === name ? signedAmount(entry) : 0),
              0,
            )
          if (kind === 'capture') return sum + of('psp_clearing')
          return kind === 'refund_paid' ? sum + of('psp_available') : sum
        }, 0),
    )
  }
  function taken(index: number) {
    return minor(0 - sumOf(index, 'chargeback_receivable'))
  }
  function releasedPrice(index: number) {
    return minor(kindSum(index, 'release', ['creator_pending', 'fee_creator']))
  }
  function feeOf(index: number, name: 'fee_client' | 'fee_creator') {
    return minor(kindSum(index, 'release', [name]))
  }
  function kindSum(index: number, kind: string, names: readonly string[]) {
    return ledger
      .filter((one) => one.escrow === `m${index}` && one.kind === kind)
      .flatMap(({ entries }) => entries)
      .reduce((sum, entry) => sum - (names.includes(accountNameOf(entry.account)) ? signedAmount(entry) : 0), 0)
  }
  function check() {
    expect(checkLedger(ledger)).toEqual([])
    const frozenAvailable = milestones.reduce(
      (sum, { chargeback }) => (typeof chargeback === 'object' ? sum + chargeback.earnings.available : sum),
      0,
    )
    expect(balance('psp_connected:p')).toBe(balance('creator_available:p') + frozenAvailable)
    expect(balance('receivable:p')).toBeGreaterThanOrEqual(0)
    const entriesOf = (kinds: readonly string[], names: readonly string[]) =>
      ledger
        .filter(({ kind }) => kinds.includes(kind))
        .flatMap(({ entries }) => entries)
        .reduce((sum, entry) => sum - (names.includes(accountNameOf(entry.account)) ? signedAmount(entry) : 0), 0)
    expect(earned).toBe(
      entriesOf(['release'], ['creator_pending']) +
        entriesOf(['refund_after_release'], ['creator_pending', 'creator_available', 'receivable']) +
        entriesOf(['chargeback_lost'], ['creator_frozen']),
    )
    expect(spent).toBe(
      -entriesOf(['capture'], ['psp_clearing']) -
        entriesOf(['refund_requested', 'refund_after_release'], ['refund_payable']) -
        entriesOf(['chargeback_lost'], ['chargeback_receivable']),
    )
  }
}

test('in random stories of refunds after release and chargebacks the books hold at every step, in every currency', () => {
  const price = fc.integer({ min: 1, max: 10 ** 8 })
  const step = fc.tuple(
    fc.constantFrom(...steps),
    fc.constantFrom(0 as const, 1 as const),
    fc.integer({ min: 0, max: 100 }),
  )
  const currency = fc.constantFrom<Currency>('EUR', 'JPY', 'KWD')
  fc.assert(
    fc.property(fc.tuple(price, price), currency, fc.array(step, { maxLength: 20 }), (prices, unit, story) => {
      expect(() => play(prices, unit, story)).not.toThrow()
    }),
    { numRuns: isGateRun ? 1e5 : 300 },
  )
}, 600_000)
