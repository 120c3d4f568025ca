import { describe, expect, test } from 'vitest'
import { allocatePart, split, unallocated } from '../money/fees.ts'
import { minor } from '../money/money.ts'
import { currentRates } from '../money/rates.ts'
import { isAccount } from './testing/check-whole-ledger.ts'
import { type Transaction, debit, makeTransaction } from './transaction.ts'
import * as forward from './transaction-builders.ts'
import * as reversal from './reversals.ts'

const ids = { escrow: 'm', client: 'c', creator: 'p' }
const whole = split(minor(100_000), currentRates)
const all = allocatePart(unallocated(whole), minor(100_000)).part
const part = (amount: number) => allocatePart(unallocated(whole), minor(amount)).part
const noBalances = { pending: minor(0), available: minor(0) }
const nothingTaken = { ...noBalances, receivable: minor(0) }
const noMoney = {
  escrow: minor(0),
  deferredFee: minor(0),
  earnings: minor(0),
  creatorFee: minor(0),
  clientFee: minor(0),
}
const entriesOf = ({ entries }: Transaction) =>
  entries.map((e) => (e.debit === undefined ? `  ${e.account} ${e.credit}` : `${e.account} ${e.debit}`))

describe('transactions of the worked example', () => {
  test.each<[string, Transaction, string[]]>([
    ['unapplied', forward.unapplied(ids, minor(7)), ['psp_clearing 7', '  unapplied:c 7']],
    ['unapplied_refund', forward.unappliedRefund(ids, minor(7)), ['unapplied:c 7', '  refund_payable:c 7']],
    ['capture', forward.capture(ids, whole), ['psp_clearing 105000', '  escrow:m 100000', '  fee_deferred:m 5000']],
    ['processor_fee', forward.processorFee(minor(9)), ['psp_fee 9', '  psp_clearing 9']],
    ['settle_funds', forward.settleFunds(minor(104_991)), ['psp_available 104991', '  psp_clearing 104991']],
    [
      'release',
      forward.release(ids, all),
      [
        'escrow:m 100000',
        'fee_deferred:m 5000',
        '  creator_pending:p 90000',
        '  fee_creator 10000',
        '  fee_client 5000',
      ],
    ],
    ['mature', forward.mature(ids, minor(90_000)), ['creator_pending:p 90000', '  creator_available:p 90000']],
    ['transfer', forward.transfer(ids, minor(90_000)), ['psp_connected:p 90000', '  psp_available 90000']],
    [
      'payout_requested',
      forward.payoutRequested(ids, minor(90_000)),
      ['creator_available:p 90000', '  payout_transit:p 90000'],
    ],
    ['payout_paid', forward.payoutPaid(ids, minor(90_000)), ['payout_transit:p 90000', '  psp_connected:p 90000']],
    [
      'payout_failed',
      forward.payoutFailed(ids, minor(90_000)),
      ['payout_transit:p 90000', '  creator_available:p 90000'],
    ],
    [
      'payout_returned',
      forward.payoutReturned(ids, minor(90_000)),
      ['psp_connected:p 90000', '  creator_available:p 90000'],
    ],
    [
      'refund_requested',
      forward.refundRequested(ids, part(30_000)),
      ['escrow:m 30000', 'fee_deferred:m 1500', '  refund_payable:c 31500'],
    ],
    [
      'refund_paid',
      forward.refundPaid(ids, minor(31_500), 'psp_clearing'),
      ['refund_payable:c 31500', '  psp_clearing 31500'],
    ],
    [
      'refund_after_release from pending, then available, then a debt',
      reversal.refundAfterRelease(
        ids,
        part(30_000),
        forward.takeFromCreator({ pending: minor(20_000), available: minor(5_000) }, minor(27_000)),
        minor(0),
      ),
      [
        'creator_pending:p 20000',
        'creator_available:p 5000',
        'receivable:p 2000',
        'fee_creator 3000',
        'fee_client 1500',
        '  refund_payable:c 31500',
      ],
    ],
    [
      'refund_after_release of transferred money',
      reversal.refundAfterRelease(
        ids,
        part(30_000),
        forward.takeFromCreator({ ...noBalances, available: minor(90_000) }, minor(27_000)),
        minor(27_000),
      ),
      [
        'creator_available:p 27000',
        'fee_creator 3000',
        'fee_client 1500',
        '  refund_payable:c 31500',
        'psp_available 27000',
        '  psp_connected:p 27000',
      ],
    ],
    ['dispute_lock', reversal.disputeLock(ids, minor(40_000)), ['escrow:m 40000', '  escrow_disputed:m 40000']],
    [
      'chargeback_open',
      forward.chargebackOpen(minor(105_000), minor(1_500)),
      ['chargeback_receivable 105000', 'dispute_fee 1500', '  psp_available 106500'],
    ],
    [
      'chargeback_freeze',
      forward.chargebackFreeze(ids, { escrow: minor(60_000), disputed: minor(40_000), earnings: nothingTaken }),
      ['escrow:m 60000', 'escrow_disputed:m 40000', '  escrow_frozen:m 100000'],
    ],
    [
      'chargeback_freeze after release',
      forward.chargebackFreeze(ids, {
        escrow: minor(0),
        disputed: minor(0),
        earnings: forward.takeFromCreator({ ...noBalances, pending: minor(80_000) }, minor(90_000)),
      }),
      ['creator_pending:p 80000', 'receivable:p 10000', '  creator_frozen:p 90000'],
    ],
    [
      'chargeback_won',
      reversal.chargebackWon(ids, minor(105_000), { escrow: minor(100_000), earnings: nothingTaken }),
      ['psp_available 105000', '  chargeback_receivable 105000', 'escrow_frozen:m 100000', '  escrow:m 100000'],
    ],
    [
      'chargeback_won after release',
      reversal.chargebackWon(ids, minor(105_000), {
        escrow: minor(0),
        earnings: { ...noBalances, pending: minor(80_000), receivable: minor(10_000) },
      }),
      [
        'psp_available 105000',
        '  chargeback_receivable 105000',
        'creator_frozen:p 90000',
        '  creator_pending:p 80000',
        '  receivable:p 10000',
      ],
    ],
    [
      'chargeback_lost',
      reversal.chargebackLost(
        ids,
        minor(105_000),
        {
          ...noMoney,
          escrow: minor(100_000),
          deferredFee: minor(5_000),
        },
        minor(0),
      ),
      ['escrow_frozen:m 100000', 'fee_deferred:m 5000', '  chargeback_receivable 105000'],
    ],
    [
      'chargeback_lost after release',
      reversal.chargebackLost(
        ids,
        minor(105_000),
        {
          ...noMoney,
          earnings: minor(90_000),
          creatorFee: minor(10_000),
          clientFee: minor(5_000),
        },
        minor(90_000),
      ),
      [
        'creator_frozen:p 90000',
        'fee_creator 10000',
        'fee_client 5000',
        '  chargeback_receivable 105000',
        'psp_available 90000',
        '  psp_connected:p 90000',
      ],
    ],
    [
      'chargeback_lost with a refund that the card had refused',
      reversal.chargebackLost(
        ids,
        minor(105_000),
        {
          ...noMoney,
          escrow: minor(70_000),
          deferredFee: minor(3_500),
        },
        minor(0),
      ),
      ['escrow_frozen:m 70000', 'fee_deferred:m 3500', 'refund_payable:c 31500', '  chargeback_receivable 105000'],
    ],
  ])('%s', (_, transaction, expected) => {
    expect(entriesOf(transaction)).toEqual(expected)
  })

  test('dispute_resolve: 250 to the creator and 150 back share the fees of 400', () => {
    const first = allocatePart(unallocated(whole), minor(25_000))
    const second = allocatePart(first.allocation, minor(15_000))
    expect(entriesOf(reversal.disputeResolve(ids, first.part, second.part))).toEqual([
      'escrow_disputed:m 40000',
      'fee_deferred:m 2000',
      '  creator_pending:p 22500',
      '  fee_creator 2500',
      '  fee_client 1250',
      '  refund_payable:c 15750',
    ])
  })
  test('a transaction out of balance cannot be created', () => {
    expect(() => makeTransaction('settle_funds', [debit('psp_available', minor(1))])).toThrow(RangeError)
    expect(() => forward.settleFunds(minor(-1))).toThrow(RangeError)
  })
  test('the chart knows its accounts', () => {
    expect(isAccount('escrow:m')).toBe(true)
    expect(['escrow', 'psp_fee:x', 'cash', 'escrow:'].map(isAccount)).toEqual([false, false, false, false])
  })
})
