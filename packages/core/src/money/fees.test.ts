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
  test('nothing carries no fee, and no creator pays more than a part brings, also when a price grew before it', () => {
    // 9 of 94 is taken by 91; of 95 it is 10.
    const first = allocatePart(unallocated(split(minor(94), currentRates)), minor(91))
    const grown = { ...split(minor(95), currentRates), allocated: first.allocation.allocated }
    expect(allocatePart(grown, minor(0)).part).toEqual({ amount: 0, clientFee: 0, creatorFee: 0 })
    // A fee of 90 % on 6 and then on 10: rounded twice, the next part of 1 would owe 2.
    const high = { clientFee: 0, creatorFee: 9_000 }
    const { allocated } = allocatePart(unallocated(split(minor(6), high)), minor(4)).allocation
    expect(allocatePart({ ...split(minor(10), high), allocated }, minor(1)).part.creatorFee).toBe(1)
    const small = fc.integer({ min: 1, max: 60 })
    fc.assert(
      fc.property(fc.array(fc.tuple(small, small), { minLength: 1, maxLength: 8 }), rate, rate, (turns, a, b) => {
        const rates = { clientFee: a, creatorFee: b }
        let allocation = unallocated(split(minor(0), rates))
        const allocate = (amount: number) => {
          const { part, allocation: next } = allocatePart(allocation, minor(amount))
          expect(part.creatorFee).toBeLessThanOrEqual(part.amount)
          expect(Math.min(part.clientFee, part.creatorFee)).toBeGreaterThanOrEqual(0)
          allocation = next
        }
        for (const [rise, part] of turns) {
          allocation = { ...split(minor(allocation.price + rise), rates), allocated: allocation.allocated }
          allocate(Math.min(part, allocation.price - allocation.allocated.price))
        }
        allocate(allocation.price - allocation.allocated.price)
        expect(allocation.allocated).toMatchObject({ price: allocation.price, clientFee: allocation.clientFee })
      }),
    )
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
