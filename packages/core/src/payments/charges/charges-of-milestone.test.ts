import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChargeId } from '../../ids.ts'
import { allocatePart, split, unallocated } from '../../money/fees.ts'
import { minor } from '../../money/money.ts'
import { currentRates } from '../../money/rates.ts'
import { topUpCharge } from '../../commissions/change-orders/top-up.ts'
import { chargebackShare, splitRefund } from './charges-of-milestone.ts'

const charge = (name: string, left: number) => ({ chargeId: name as ChargeId, left: minor(left) })

test('a refund goes back over the newest charge first, and over the older ones with what it does not cover', () => {
  const charges = [charge('top-up', 52_500), charge('first', 105_000)]
  expect(splitRefund(charges, minor(31_500))).toEqual([{ chargeId: 'top-up', amount: 31_500 }])
  expect(splitRefund(charges, minor(63_000))).toEqual([
    { chargeId: 'top-up', amount: 52_500 },
    { chargeId: 'first', amount: 10_500 },
  ])
  expect(splitRefund([charge('top-up', 0), charge('first', 10)], minor(10))).toEqual([
    { chargeId: 'first', amount: 10 },
  ])
  expect(splitRefund(charges, minor(0))).toEqual([])
  expect(() => splitRefund(charges, minor(157_501))).toThrow('do not cover 1')
})

test('a chargeback of one of two charges takes what is in escrow before what the creator has earned', () => {
  const held = { escrow: 60_000, deferredFee: 3_000, earnings: 81_000, creatorFee: 9_000, clientFee: 4_500 }
  const books = Object.fromEntries(Object.entries(held).map(([key, amount]) => [key, minor(amount)])) as never
  const none = { earnings: 0, creatorFee: 0, clientFee: 0 }
  expect(chargebackShare(books, minor(52_500))).toEqual({ escrow: 50_000, deferredFee: 2_500, ...none })
  // 105 000: all of the escrow with its fee, and 42 000 of what was released.
  expect(chargebackShare(books, minor(105_000))).toEqual({
    escrow: 60_000,
    deferredFee: 3_000,
    earnings: 36_000,
    creatorFee: 4_000,
    clientFee: 2_000,
  })
  expect(chargebackShare(books, minor(999_999))).toEqual(held)
})

// Minor units have no decimals, so that yen, cents and fils are amounts of different sizes.
const prices = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 10 ** 9 })), {
  minLength: 1,
  maxLength: 3,
})
const parts = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 8 })

test('of a price that rose once or twice any parts are refunded to the cent: never more than a charge has, and all of it in the end', () => {
  fc.assert(
    fc.property(prices, parts, fc.boolean(), ([first = 1, ...raises], percents, isAllBefore) => {
      let price = minor(first)
      let charges = [charge('0', split(price, currentRates).clientPays)]
      let allocation = unallocated(split(price, currentRates))
      let refunded = 0
      const raise = (by: number, name: string) => {
        const { clientPays } = topUpCharge(price, minor(price + by), currentRates)
        price = minor(price + by)
        charges = [charge(name, clientPays), ...charges]
        allocation = { ...split(price, currentRates), allocated: allocation.allocated }
      }
      const refund = (amount: number) => {
        const next = allocatePart(allocation, minor(amount))
        const { part } = next
        expect(Math.min(part.clientFee, part.creatorFee)).toBeGreaterThanOrEqual(0)
        const whole = minor(part.amount + part.clientFee)
        const pieces = splitRefund(charges, whole)
        expect(pieces.reduce((sum, piece) => sum + piece.amount, 0)).toBe(whole)
        allocation = next.allocation
        refunded += whole
        charges = charges.map((one) => {
          const piece = pieces.find(({ chargeId }) => chargeId === one.chargeId)?.amount ?? 0
          expect(piece).toBeLessThanOrEqual(one.left)
          return charge(one.chargeId, one.left - piece)
        })
      }
      const left = () => allocation.price - allocation.allocated.price
      if (isAllBefore) raises.forEach((by, index) => raise(by, `${index + 1}`))
      for (const [index, percent] of percents.entries()) {
        refund(Math.floor((left() * percent) / 100))
        const by = raises[index]
        if (!isAllBefore && by !== undefined) raise(by, `${index + 1}`)
      }
      refund(left())
      // Raises that came after the last part were not paid.
      expect(refunded).toBe(split(price, currentRates).clientPays)
      expect(charges.every((one) => one.left === 0)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('of two chargebacks of one milestone both take exactly what their charges paid', () => {
  const amount = fc.integer({ min: 1, max: 10 ** 9 })
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: 0, max: 100 }), (first, by, percent) => {
      const price = minor(first + by)
      const whole = split(price, currentRates)
      const released = allocatePart(unallocated(whole), minor(Math.floor((price * percent) / 100))).part
      let held = {
        escrow: minor(price - released.amount),
        deferredFee: minor(whole.clientFee - released.clientFee),
        earnings: minor(released.amount - released.creatorFee),
        creatorFee: released.creatorFee,
        clientFee: released.clientFee,
      }
      const topUp = topUpCharge(minor(first), price, currentRates).clientPays
      for (const left of [topUp, minor(whole.clientPays - topUp)]) {
        const share = chargebackShare(held, left)
        expect(Object.values(share).reduce<number>((sum, part) => sum + part, 0)).toBe(left)
        for (const name of Object.keys(share) as (keyof typeof share)[]) {
          expect(share[name]).toBeGreaterThanOrEqual(0)
          held = { ...held, [name]: minor(held[name] - share[name]) }
          expect(held[name]).toBeGreaterThanOrEqual(0)
        }
      }
      expect(Object.values(held).every((rest) => rest === 0)).toBe(true)
    }),
    { numRuns: 500 },
  )
})
