import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocatePart, feeOf, split, unallocated } from './fees.ts'
import { minor } from './money.ts'
import { currentRates } from './rates.ts'

const price = fc.integer({ min: 0, max: 10 ** 14 }).map(minor)
const rate = fc.integer({ min: 0, max: 10_000 })

describe('fees', () => {
  test('the worked example: 1 000.00 costs 1 050.00 and brings 900.00', () => {
    expect(split(minor(100_000), currentRates)).toEqual({
      price: 100_000,
      clientFee: 5_000,
      creatorFee: 10_000,
      clientPays: 105_000,
      creatorReceives: 90_000,
    })
  })
  test('halves round up, whatever the decimals of the currency', () => {
    expect(feeOf(minor(10), 500)).toBe(1)
    expect(feeOf(minor(9), 500)).toBe(0)
    expect(feeOf(minor(30), 500)).toBe(2)
  })
  test('the parts of a price sum to what the client pays, and none is negative', () => {
    fc.assert(
      fc.property(price, rate, rate, (p, clientFee, creatorFee) => {
        const s = split(p, { clientFee, creatorFee })
        expect(s.creatorReceives + s.creatorFee + s.clientFee).toBe(s.clientPays)
        expect(Math.min(s.creatorReceives, s.creatorFee, s.clientFee)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
  test('of a price that grew after a part of it was allocated no fee is negative, and the last part takes the rest', () => {
    const first = allocatePart(unallocated(split(minor(10), currentRates)), minor(5))
    expect(first.part.clientFee).toBe(1)
    // 5 % of 6 of 100 rounds to 0, and 1 was taken before.
    const grown = { ...split(minor(100), currentRates), allocated: first.allocation.allocated }
    const second = allocatePart(grown, minor(1))
    expect(second.part).toEqual({ amount: 1, clientFee: 0, creatorFee: 0 })
    expect(allocatePart(second.allocation, minor(94)).part).toEqual({ amount: 94, clientFee: 4, creatorFee: 9 })
  })
  test('fees allocated in parts are never negative and sum to the whole, the last part taking the rest', () => {
    fc.assert(
      fc.property(
        price,
        rate,
        rate,
        fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 9 }),
        (p, a, b, portions) => {
          const whole = split(p, { clientFee: a, creatorFee: b })
          let allocation = unallocated(whole)
          const amounts = portions.map((portion) => Math.floor((p * portion) / 10_000))
          amounts.push(p - amounts.reduce((total, one) => total + one, 0))
          for (const amount of amounts) {
            const allocated = allocatePart(allocation, minor(amount))
            expect(Math.min(allocated.part.clientFee, allocated.part.creatorFee)).toBeGreaterThanOrEqual(0)
            allocation = allocated.allocation
          }
          expect(allocation.allocated).toEqual({ price: p, clientFee: whole.clientFee, creatorFee: whole.creatorFee })
        },
      ),
    )
  })
  test('no more than the rest can be allocated', () => {
    expect(() => allocatePart(unallocated(split(minor(10), currentRates)), minor(11))).toThrow(RangeError)
  })
})
