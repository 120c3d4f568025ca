import { describe, expect, test } from 'vitest'
import { dealPart, split, undealt } from '../money/fees.ts'
import { minor } from '../money/money.ts'
import { currentRates } from '../money/rates.ts'
import { isAccount, kindOf, ownerOf } from './accounts.ts'
import { type Posting, debit, posting } from './entry.ts'
import * as forward from './postings.ts'
import * as back from './reversals.ts'

const m = { milestone: 'm', client: 'c', creator: 'p' }
const whole = split(minor(100_000), currentRates)
const all = dealPart(undealt(whole), minor(100_000)).part
const part = (amount: number) => dealPart(undealt(whole), minor(amount)).part
const none = { pending: minor(0), available: minor(0) }
const lines = ({ entries }: Posting) =>
  entries.map((e) => (e.debit === undefined ? `  ${e.account} ${e.credit}` : `${e.account} ${e.debit}`))

describe('postings of the worked example', () => {
  test.each<[string, Posting, string[]]>([
    ['T0', forward.captureUnapplied(m, minor(7)), ['psp_clearing 7', '  unapplied:c 7']],
    ['T0r', forward.returnUnapplied(m, minor(7)), ['unapplied:c 7', '  refund_payable:c 7']],
    ['T1', forward.fund(m, whole), ['psp_clearing 105000', '  held:m 100000', '  fee_deferred:m 5000']],
    ['T1b', forward.processorFee(minor(9)), ['psp_fee 9', '  psp_clearing 9']],
    ['T2', forward.settle(minor(104_991)), ['psp_available 104991', '  psp_clearing 104991']],
    [
      'T3',
      forward.release(m, all),
      [
        'held:m 100000',
        'fee_deferred:m 5000',
        '  provider_pending:p 90000',
        '  fee_provider 10000',
        '  fee_client 5000',
      ],
    ],
    ['T4', forward.makeAvailable(m, minor(90_000)), ['provider_pending:p 90000', '  provider_available:p 90000']],
    ['T4b', forward.transfer(m, minor(90_000)), ['psp_connected:p 90000', '  psp_available 90000']],
    ['T5', forward.askPayout(m, minor(90_000)), ['provider_available:p 90000', '  payout_transit:p 90000']],
    ['T5p', forward.payoutPaid(m, minor(90_000)), ['payout_transit:p 90000', '  psp_connected:p 90000']],
    ['T5x', forward.payoutFailed(m, minor(90_000)), ['payout_transit:p 90000', '  provider_available:p 90000']],
    ['T5xp', forward.payoutReturned(m, minor(90_000)), ['psp_connected:p 90000', '  provider_available:p 90000']],
    ['T6', forward.refundHeld(m, part(30_000)), ['held:m 30000', 'fee_deferred:m 1500', '  refund_payable:c 31500']],
    ['T6p', forward.refundPaid(m, minor(31_500), 'psp_clearing'), ['refund_payable:c 31500', '  psp_clearing 31500']],
    [
      'T7 from pending, then available, then a debt',
      back.refundReleased(m, part(30_000), { pending: minor(20_000), available: minor(5_000) }, minor(0)),
      [
        'provider_pending:p 20000',
        'provider_available:p 5000',
        'receivable:p 2000',
        'fee_provider 3000',
        'fee_client 1500',
        '  refund_payable:c 31500',
      ],
    ],
    [
      'T7 of transferred money',
      back.refundReleased(m, part(30_000), { ...none, available: minor(90_000) }, minor(27_000)),
      [
        'provider_available:p 27000',
        'fee_provider 3000',
        'fee_client 1500',
        '  refund_payable:c 31500',
        'psp_available 27000',
        '  psp_connected:p 27000',
      ],
    ],
    ['T8', back.lockDisputed(m, minor(40_000)), ['held:m 40000', '  held_disputed:m 40000']],
    [
      'T9',
      back.openChargeback(minor(105_000), minor(1_500)),
      ['chargeback_receivable 105000', 'dispute_fee 1500', '  psp_available 106500'],
    ],
    ['T9f', back.freezeHeld(m, minor(100_000)), ['held:m 100000', '  held_frozen:m 100000']],
    [
      'T9f released',
      back.freezeReleased(m, back.takeFrom({ ...none, pending: minor(80_000) }, minor(90_000))),
      ['provider_pending:p 80000', 'receivable:p 10000', '  provider_frozen:p 90000'],
    ],
    [
      'T9w',
      back.winChargeback(minor(105_000), { milestone: 'm', held: minor(100_000) }),
      ['psp_available 105000', '  chargeback_receivable 105000', 'held_frozen:m 100000', '  held:m 100000'],
    ],
    [
      'T9w released',
      back.winChargeback(minor(105_000), {
        creator: 'p',
        from: { ...none, pending: minor(80_000), receivable: minor(10_000) },
      }),
      [
        'psp_available 105000',
        '  chargeback_receivable 105000',
        'provider_frozen:p 90000',
        '  provider_pending:p 80000',
        '  receivable:p 10000',
      ],
    ],
    ['T9l', back.loseHeld(m, whole), ['held_frozen:m 100000', 'fee_deferred:m 5000', '  chargeback_receivable 105000']],
    [
      'T9l released',
      back.loseReleased(m, whole),
      ['provider_frozen:p 90000', 'fee_provider 10000', 'fee_client 5000', '  chargeback_receivable 105000'],
    ],
  ])('%s', (_, made, expected) => {
    expect(lines(made)).toEqual(expected)
  })

  test('T8r: 250 to the creator and 150 back share the fees of 400', () => {
    const first = dealPart(undealt(whole), minor(25_000))
    const second = dealPart(first.dealing, minor(15_000))
    expect(lines(back.resolveDispute(m, first.part, second.part))).toEqual([
      'held_disputed:m 40000',
      'fee_deferred:m 2000',
      '  provider_pending:p 22500',
      '  fee_provider 2500',
      '  fee_client 1250',
      '  refund_payable:c 15750',
    ])
  })
  test('a posting out of balance cannot be made', () => {
    expect(() => posting('T2', [debit('psp_available', minor(1))])).toThrow(RangeError)
    expect(() => forward.settle(minor(-1))).toThrow(RangeError)
  })
  test('the chart knows its accounts', () => {
    expect(isAccount('held:m')).toBe(true)
    expect(['held', 'psp_fee:x', 'cash', 'held:'].map(isAccount)).toEqual([false, false, false, false])
    expect([kindOf('held:m'), kindOf('receivable:p'), ownerOf('held:m')]).toEqual(['liability', 'asset', 'm'])
  })
})
