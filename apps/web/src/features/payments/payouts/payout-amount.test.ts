import { expect, test } from 'vitest'
import { parsePayoutAmount } from './payout-dialog.tsx'

const available = { amount: 90_000, currency: 'EUR' }

test('all that is available may be requested, and not a cent more', () => {
  expect(parsePayoutAmount('900.00', available, 'en')).toEqual({ ok: true, amount: 90_000, currency: 'EUR' })
  expect(parsePayoutAmount('900.01', available, 'en')).toEqual({ ok: false, fault: 'too-much' })
})

test('zero and unreadable input are each refused with their own reason', () => {
  expect(parsePayoutAmount('0', available, 'en')).toEqual({ ok: false, fault: 'not-positive' })
  expect(parsePayoutAmount('', available, 'en')).toEqual({ ok: false, fault: 'missing' })
  expect(parsePayoutAmount('1.005', available, 'en')).toEqual({ ok: false, fault: 'too-many-decimals' })
})
