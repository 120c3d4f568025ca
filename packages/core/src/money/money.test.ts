import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compare, decimalsOf, minor, money, parseMoney, sum } from './money.ts'

const amount = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })

describe('money', () => {
  test('comparing follows the amounts', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(compare(money(a, 'EUR'), money(b, 'EUR'))).toBe(Math.sign(a - b))
      }),
    )
  })
  test('two currencies cannot be compared', () => {
    expect(() => compare(money(1, 'EUR'), money(1, 'JPY'))).toThrow(TypeError)
  })
  test('currencies with 0, 2 and 3 decimals are known', () => {
    expect([decimalsOf('JPY'), decimalsOf('EUR'), decimalsOf('KWD')]).toEqual([0, 2, 3])
  })
  test('an amount beyond the safe integers is refused from the wire and throws internally', () => {
    expect(parseMoney({ amount: 2 ** 53, currency: 'EUR' })).toMatchObject({ refusal: { code: 'money.too-large' } })
    expect(parseMoney({ amount: 0.5, currency: 'EUR' })).toMatchObject({ refusal: { field: 'amount' } })
    expect(parseMoney({ amount: 1, currency: 'toString' })).toMatchObject({
      refusal: { code: 'money.unknown-currency' },
    })
    expect(() => minor(2 ** 53)).toThrow(RangeError)
    expect(sum([Number.MAX_SAFE_INTEGER, 1])).toMatchObject({ refusal: { code: 'money.too-large' } })
    expect(sum([1, 2, 3])).toEqual({ ok: true, value: 6 })
  })
})
