import { expect, test } from 'vitest'
import { readPayout } from './payout-form.ts'

const available = { amount: 90_000, currency: 'EUR' }

test('all that is available may be asked for, and not a cent more', () => {
  expect(readPayout('900.00', available, 'en')).toEqual({ ok: true, amount: 90_000, currency: 'EUR' })
  expect(readPayout('900.01', available, 'en')).toEqual({ ok: false, fault: 'too-much' })
})

test('nothing, and what cannot be read, is refused with its own reason', () => {
  expect(readPayout('0', available, 'en')).toEqual({ ok: false, fault: 'not-positive' })
  expect(readPayout('', available, 'en')).toEqual({ ok: false, fault: 'missing' })
  expect(readPayout('1.005', available, 'en')).toEqual({ ok: false, fault: 'too-many-decimals' })
})
