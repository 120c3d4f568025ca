import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RefundId } from '../../ids.ts'
import { split } from '../../money/fees.ts'
import { minor } from '../../money/money.ts'
import { after, day } from '../../time/instant.ts'
import { nextRetryAt } from '../../payments/refunds/refund.ts'
import { agreement, ids, milestoneIn, now } from '../testing/fixtures.ts'
import { type Milestone, unallocatedPrice } from './milestone.ts'
import { release } from './release.ts'
import { confirmRefund, refund } from './refund.ts'

const other = 'refund-2' as RefundId
const input = (amount: number) => ({ refundId: ids.refund, amount, reason: ' ', expected: 1, hasSteppedUp: false })

test('whatever is refunded, part by part, and then released, each side’s parts sum to what was charged', () => {
  const prices = fc.integer({ min: 1, max: 10_000_000 })
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 })
  fc.assert(
    fc.property(prices, shares, fc.integer({ min: 0, max: 3_000 }), (price, parts, rate) => {
      const terms = { ...agreement, rates: { ...agreement.rates, clientFee: rate, creatorFee: rate * 2 } }
      const whole = split(minor(price), terms.rates)
      let milestone: Milestone = { ...milestoneIn('in_progress'), amount: minor(price) }
      const taken = { price: 0, clientFee: 0, creatorFee: 0 }
      for (const share of parts) {
        // Less than all, so that something is left to release.
        const amount = Math.floor(unallocatedPrice(milestone) * share * 0.999)
        const steps = { ...input(amount), hasSteppedUp: true, expected: milestone.version }
        const decided = refund(milestone, terms, 'creator', steps)
        if (!decided.ok) continue
        const { part, next, event } = decided.value
        expect(event.data.refunded).toBe(part.amount + part.clientFee)
        expect(Math.min(part.amount, part.clientFee, part.creatorFee)).toBeGreaterThanOrEqual(0)
        taken.price += part.amount
        taken.clientFee += part.clientFee
        taken.creatorFee += part.creatorFee
        milestone = next
      }
      const approved = { ...milestoneIn('approved'), amount: milestone.amount, allocated: milestone.allocated }
      const released = release(approved, terms, { auto: false }, now)
      if (!released.ok) throw new Error(released.refusal.code)
      const { part } = released.value
      expect(taken.price + part.amount).toBe(whole.price)
      expect(taken.clientFee + part.clientFee).toBe(whole.clientFee)
      expect(taken.creatorFee + part.creatorFee).toBe(whole.creatorFee)
    }),
    { numRuns: 2_000 },
  )
})

test('above 500.00 a refund needs a step-up, by the part that goes back', () => {
  const codeOf = (amount: number) => {
    const decided = refund(milestoneIn('funded'), agreement, 'creator', input(amount))
    return decided.ok ? 'ok' : decided.refusal.code
  }
  expect([codeOf(50_000), codeOf(50_001), codeOf(100_001), codeOf(0)]).toEqual([
    'ok',
    'step-up.required',
    'refund.amount-invalid',
    'refund.amount-invalid',
  ])
})

test('only the refund that the milestone waits for ends it', () => {
  const reported = { refundId: other, refunded: minor(105_000) }
  expect(confirmRefund(milestoneIn('refunding'), agreement, reported)).toMatchObject({
    refusal: { code: 'refund.other' },
  })
})

test('a failed refund is sent again after 1, 3 and 7 days, and then waits for the client', () => {
  expect([1, 2, 3, 4].map((attempt) => nextRetryAt(attempt, now))).toEqual([
    after(now, day),
    after(now, 3 * day),
    after(now, 7 * day),
    undefined,
  ])
})
