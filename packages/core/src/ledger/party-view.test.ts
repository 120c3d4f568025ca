import { assert, constantFrom, nat, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { allocatePart, split, unallocated } from '../money/fees.ts'
import { minor } from '../money/money.ts'
import { currentRates } from '../money/rates.ts'
import { accountNameOf, accountNames } from './chart-of-accounts.ts'
import { type LedgerParty, kindsShownTo, ledgerParties, shownAccountOf } from './party-view.ts'
import { capture, mature, refundPaid, refundRequested, release, unapplied } from './transaction-builders.ts'
import { type Transaction, signedAmount } from './transaction.ts'

const ids = { escrow: 'm', client: 'c', creator: 'p' }

/** Returns what a party sees of a transaction, as `account amount`; undefined where it does not concern them. */
function seenBy(party: LedgerParty, { kind, entries }: Transaction): Map<string, number> | undefined {
  if (!kindsShownTo(party).includes(kind)) return undefined
  const seen = new Map<string, number>()
  for (const entry of entries) {
    const shown = shownAccountOf(party, accountNameOf(entry.account))
    seen.set(shown, (seen.get(shown) ?? 0) - signedAmount(entry))
  }
  return seen
}

test('what a party sees of a transaction sums to zero, without an account of the processor', () => {
  const amounts = record({ price: nat({ max: 10_000_000 }), part: nat({ max: 10_000_000 }) })
  assert(
    property(amounts, constantFrom(...ledgerParties), (drawn, party) => {
      const whole = split(minor(drawn.price + 1), currentRates)
      const { part } = allocatePart(unallocated(whole), minor(Math.min(drawn.part, whole.price)))
      const transactions = [
        unapplied(ids, whole.price),
        capture(ids, whole),
        release(ids, part),
        mature(ids, whole.price),
        refundRequested(ids, part),
        refundPaid(ids, whole.price, 'psp_clearing'),
      ]
      for (const transaction of transactions) {
        const seen = seenBy(party, transaction)
        if (!seen) continue
        expect([...seen.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0)
        expect([...seen.keys()].filter((name) => name.startsWith('psp_'))).toEqual([])
      }
    }),
  )
})

test('each party sees the payment and the release of the worked example from their own side', () => {
  const whole = split(minor(100_000), currentRates)
  const { part } = allocatePart(unallocated(whole), minor(100_000))
  const seen = (party: LedgerParty, transaction: Transaction) => Object.fromEntries(seenBy(party, transaction) ?? [])
  expect(seen('client', capture(ids, whole))).toEqual({ card: -105_000, escrow: 100_000, fee_deferred: 5_000 })
  expect(seen('creator', capture(ids, whole))).toEqual({ client: -100_000, escrow: 100_000 })
  expect(seen('client', release(ids, part))).toEqual({
    escrow: -100_000,
    fee_deferred: -5_000,
    creator: 90_000,
    fee_creator: 10_000,
    fee_client: 5_000,
  })
  expect(seen('creator', release(ids, part))).toEqual({
    escrow: -100_000,
    creator_pending: 90_000,
    fee_creator: 10_000,
    client: 0,
  })
  expect(seenBy('client', mature(ids, minor(1)))).toBeUndefined()
})

test('no account of the other party is seen by its name', () => {
  const own = (party: LedgerParty) => accountNames.filter((name) => shownAccountOf(party, name) === name)
  expect(own('client').filter((name) => own('creator').includes(name))).toEqual([
    'fee_creator',
    'escrow',
    'escrow_disputed',
    'escrow_frozen',
  ])
})
