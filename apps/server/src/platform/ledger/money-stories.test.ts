import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocatePart, type Allocation, split, unallocated } from '@veranda/core/money/fees.ts'
import { type Currency, type Minor, minor } from '@veranda/core/money/money.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { returnPart } from '@veranda/core/commissions/milestones/refund-released.ts'
import { topUpCharge } from '@veranda/core/commissions/change-orders/top-up.ts'
import { type ChargeId } from '@veranda/core/ids.ts'
import {
  type ChargeBalance,
  chargebackShare,
  splitRefund,
} from '@veranda/core/payments/charges/charges-of-milestone.ts'
import { payableOf } from '@veranda/core/payments/payouts/payout.ts'
import { accountNameOf } from '@veranda/core/ledger/chart-of-accounts.ts'
import { accountBalances, type PostedTransaction } from '@veranda/core/ledger/check-ledger.ts'
import {
  type ChargedBackMoney,
  chargebackLost,
  chargebackWon,
  refundAfterRelease,
} from '@veranda/core/ledger/reversals.ts'
import { checkLedger } from '@veranda/core/ledger/testing/check-whole-ledger.ts'
import { signedAmount, type Transaction } from '@veranda/core/ledger/transaction.ts'
import * as forward from '@veranda/core/ledger/transaction-builders.ts'
import { isGateRun } from '../../testing/test-scope.ts'

const steps = ['top-up', 'release', 'refund', 'mature', 'payout', 'give-back', 'open', 'win', 'lose'] as const
type Step = readonly [(typeof steps)[number], 0 | 1, number]

const none = { price: minor(0), clientFee: minor(0), creatorFee: minor(0) }
/** Money that a chargeback froze, and from where the creator's share was taken. */
type Frozen = { readonly money: ChargedBackMoney; readonly taken: forward.TakenFrom }
/** A charge of a milestone, the newest first, with what was neither refunded nor lost of it. */
type PlayedCharge = ChargeBalance & { readonly chargeback: 'none' | 'lost' | Frozen }
/** A milestone of the story. */
type Played = { allocation: Allocation; returned: typeof none; charges: readonly PlayedCharge[] }

/**
 * Plays a story of two milestones of one client and one creator, each paid by one charge or more, and checks every step: the rules of the ledger, that the money
 * at the provider covers what is available, and that both sides' totals are the sums of their entries.
 */
function play(prices: readonly [number, number], currency: Currency, story: readonly Step[]): void {
  const ledger: PostedTransaction[] = []
  const milestones: [Played, Played] = [startOf(prices[0]), startOf(prices[1])]
  let earned = 0
  let spent = 0
  function startOf(price: number): Played {
    return { allocation: unallocated(split(minor(price), currentRates)), returned: none, charges: [] }
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
    const milestone = milestones[index]
    if (milestone) pay(index, milestone, split(minor(price), currentRates))
  }
  function pay(index: number, milestone: Played, paid: { price: Minor; clientFee: Minor; clientPays: Minor }) {
    post(index, forward.capture({ escrow: `m${index}` }, paid))
    post(index, forward.settleFunds(paid.clientPays))
    // A test's own names in place of real ids.
    const chargeId = `m${index}-${milestone.charges.length}` as ChargeId
    milestone.charges = [{ chargeId, left: paid.clientPays, chargeback: 'none' }, ...milestone.charges]
    spent += paid.clientPays
  }
  /** Takes a refund off the charges that it goes back over. */
  function refundOver(milestone: Played, amount: Minor) {
    const parts = splitRefund(
      milestone.charges.filter(({ chargeback }) => chargeback !== 'lost'),
      amount,
    )
    expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount)
    milestone.charges = milestone.charges.map((charge) => {
      const part = parts.find(({ chargeId }) => chargeId === charge.chargeId)
      return part ? { ...charge, left: minor(charge.left - part.amount) } : charge
    })
  }
  for (const [name, index, percent] of story) {
    const of = { escrow: `m${index}`, client: 'c', creator: 'p' }
    const milestone = milestones[index]
    const isFree = milestone.charges.every(({ chargeback }) => typeof chargeback !== 'object')
    const setChargeback = (chargeId: ChargeId, chargeback: PlayedCharge['chargeback']) => {
      milestone.charges = milestone.charges.map((one) => (one.chargeId === chargeId ? { ...one, chargeback } : one))
    }
    const some = (amount: number) => minor(Math.floor((Math.max(0, amount) * percent) / 100))
    const allocate = () => {
      const { part, allocation } = allocatePart(milestone.allocation, some(balance(`escrow:m${index}`)))
      milestone.allocation = allocation
      return part
    }
    if (name === 'top-up' && isFree && balance(`escrow:m${index}`) > 0) {
      const { price, allocated } = milestone.allocation
      const raised = minor(price + 1 + percent)
      pay(index, milestone, topUpCharge(price, raised, currentRates))
      milestone.allocation = { ...split(raised, currentRates), allocated }
    }
    if (name === 'release' && isFree) {
      const part = allocate()
      post(index, forward.release(of, part))
      earned += part.amount - part.creatorFee
    }
    if (name === 'refund' && isFree) {
      const part = allocate()
      post(index, forward.refundRequested(of, part))
      refundOver(milestone, minor(part.amount + part.clientFee))
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
    const hasLost = milestone.charges.some(({ chargeback }) => chargeback === 'lost')
    if (name === 'give-back' && isFree && !hasLost && balance(`escrow:m${index}`) === 0) {
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
      refundOver(milestone, minor(part.amount + part.clientFee))
      post(index, forward.refundPaid(of, minor(part.amount + part.clientFee), 'psp_available'))
      earned -= part.amount - part.creatorFee
      spent -= part.amount + part.clientFee
    }
    // The bank may take back any charge, also while it decides about another one.
    const open = milestone.charges.find(({ chargeback, left }) => chargeback === 'none' && left > 0)
    if (name === 'open' && open) {
      const share = chargebackShare(unfrozen(index, milestone), open.left)
      expect(Object.values(share).reduce<number>((sum, part) => sum + part, 0)).toBe(open.left)
      const balances = { pending: sumOf(index, 'creator_pending'), available: balance('creator_available:p') }
      const taken = forward.takeFromCreator(balances, share.earnings)
      setChargeback(open.chargeId, { money: share, taken })
      post(index, forward.chargebackOpen(open.left, minor(15)))
      post(index, forward.chargebackFreeze(of, { escrow: share.escrow, disputed: minor(0), earnings: taken }))
    }
    const decided = milestone.charges.find(({ chargeback }) => typeof chargeback === 'object')
    const frozen = decided?.chargeback
    if (name === 'win' && decided && typeof frozen === 'object') {
      const { taken, money } = frozen
      const receivable = minor(Math.min(taken.receivable, balance('receivable:p')))
      const pending = minor(taken.pending + taken.receivable - receivable)
      post(
        index,
        chargebackWon(of, decided.left, { escrow: money.escrow, earnings: { ...taken, pending, receivable } }),
      )
      setChargeback(decided.chargeId, 'none')
    }
    if (name === 'lose' && decided && typeof frozen === 'object') {
      const { taken, money } = frozen
      post(index, chargebackLost(of, decided.left, money, taken.available))
      setChargeback(decided.chargeId, 'lost')
      const { allocated } = milestone.allocation
      const creatorFee = allocatePart(milestone.allocation, money.escrow).part.creatorFee
      milestone.allocation = {
        ...milestone.allocation,
        allocated: {
          price: minor(allocated.price + money.escrow),
          clientFee: minor(allocated.clientFee + money.deferredFee),
          creatorFee: minor(allocated.creatorFee + creatorFee),
        },
      }
      earned -= money.earnings
      spent -= decided.left
    }
    check()
  }

  /** Returns what the books hold of a milestone that no open chargeback has frozen. */
  function unfrozen(index: number, { charges }: Played): ChargedBackMoney {
    const frozenOf = (name: keyof ChargedBackMoney) =>
      charges.reduce((sum, { chargeback }) => sum + (typeof chargeback === 'object' ? chargeback.money[name] : 0), 0)
    const earnings = sumOf(index, 'creator_pending', 'creator_available', 'creator_frozen', 'receivable')
    return {
      escrow: balance(`escrow:m${index}`),
      deferredFee: minor(balance(`fee_deferred:m${index}`) - frozenOf('deferredFee')),
      earnings: minor(earnings - frozenOf('earnings')),
      creatorFee: minor(sumOf(index, 'fee_creator') - frozenOf('creatorFee')),
      clientFee: minor(sumOf(index, 'fee_client') - frozenOf('clientFee')),
    }
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
    const frozenAvailable = milestones
      .flatMap(({ charges }) => charges)
      .reduce((sum, { chargeback }) => (typeof chargeback === 'object' ? sum + chargeback.taken.available : sum), 0)
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

test('in random stories of top-ups, refunds after release and chargebacks the books hold at every step, in every currency', () => {
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
