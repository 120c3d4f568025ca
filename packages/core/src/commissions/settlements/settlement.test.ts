import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MilestoneId, type RefundId, type ReleaseId, type SettlementId } from '../../ids.ts'
import { accountBalances, checkEscrow, type PostedTransaction } from '../../ledger/check-ledger.ts'
import { capture, refundRequested, release as releasePosting } from '../../ledger/transaction-builders.ts'
import { type PricePart, split } from '../../money/fees.ts'
import { type Currency, minor } from '../../money/money.ts'
import { type Result } from '../../result.ts'
import { after, day, instant } from '../../time/instant.ts'
import { agreement, ids, milestoneIn, now } from '../testing/fixtures.ts'
import { type MilestoneState, milestoneStates } from '../milestones/milestone-states.ts'
import { type Milestone, unallocatedPrice } from '../milestones/milestone.ts'
import { refund } from '../milestones/refund.ts'
import { release } from '../milestones/release.ts'
import { settleMilestone, type SettlementLine } from './settle-milestone.ts'
import {
  acceptSettlement,
  canEndTogether,
  counterSettlement,
  declineSettlement,
  expireSettlement,
  proposeSettlement,
  remindOfSettlement,
  type Settlement,
  settlementActionsFor,
  type SettlementTerms,
  withdrawSettlement,
} from './settlement.ts'

const second = 'milestone-2' as MilestoneId
const settlementId = 'settlement-1' as SettlementId
const partIds = { releaseId: 'release-1' as ReleaseId, refundId: ids.refund }

const shares = (toCreator: number, toClient: number, milestoneId = ids.milestone): SettlementLine => ({
  kind: 'shares',
  milestoneId,
  version: 1,
  release: minor(toCreator),
  refund: minor(toClient),
})
const cancel: SettlementLine = { kind: 'cancel', milestoneId: second, version: 1 }

function propose(
  milestones: readonly Milestone[],
  terms: Partial<SettlementTerms> & { by?: 'client' | 'creator'; hasSteppedUp?: boolean; isOtherOpen?: boolean },
  more: Partial<typeof agreement> = {},
) {
  const { by = 'client', ...rest } = terms
  const filled = { lines: [], endsCommission: false, reason: 'Enough', hasSteppedUp: true, isOtherOpen: false, ...rest }
  return proposeSettlement(settlementId, { agreement: { ...agreement, ...more }, milestones }, by, filled, now)
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.refusal.code)
  return result.value
}
const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)

const openOf = (lines: readonly SettlementLine[], milestones: readonly Milestone[], endsCommission = false) =>
  valueOf(propose(milestones, { lines, endsCommission })).next

function accept(settlement: Settlement, milestones: readonly Milestone[], by: 'client' | 'creator' = 'creator') {
  const input = { expected: 1, hasSteppedUp: true, idsOf: () => partIds }
  return acceptSettlement(settlement, { agreement, milestones }, by, input, now)
}

describe('a proposal', () => {
  const funded = milestoneIn('funded')
  const unfunded: Milestone = { ...milestoneIn('awaiting_funding'), id: second, number: 2 }

  test.each<[string, Parameters<typeof propose>[1], readonly Milestone[], string]>([
    ['a part to each', { lines: [shares(30_000, 20_000)] }, [funded], 'ok'],
    ['the last cent', { lines: [shares(1, 0)] }, [funded], 'ok'],
    ['nothing', { lines: [] }, [funded], 'settlement.no-lines'],
    ['nothing of a milestone', { lines: [shares(0, 0)] }, [funded], 'settlement.amount-invalid'],
    ['more than is left', { lines: [shares(60_000, 40_001)] }, [funded], 'settlement.amount-invalid'],
    ['less than nothing', { lines: [shares(-1, 40_001)] }, [funded], 'settlement.amount-invalid'],
    ['a milestone twice', { lines: [shares(1, 1), shares(1, 1)] }, [funded], 'settlement.milestone-twice'],
    ['a milestone of others', { lines: [cancel] }, [funded], 'settlement.milestone-unknown'],
    ['all to the creator', { lines: [shares(100_000, 0)] }, [funded], 'settlement.is-approval'],
    ['an older version', { lines: [{ ...shares(1, 1), version: 0 }] }, [funded], 'settlement.outdated'],
    ['shares of what is not funded', { lines: [shares(1, 1)] }, [milestoneIn('funding')], 'settlement.not-in-escrow'],
    [
      'to cancel what is funded',
      { lines: [{ ...cancel, milestoneId: ids.milestone }] },
      [funded],
      'milestone.cannot-cancel',
    ],
    ['what is frozen', { lines: [shares(1, 1)] }, [{ ...funded, frozen: true }], 'milestone.frozen'],
    ['a second one', { lines: [shares(1, 1)], isOtherOpen: true }, [funded], 'settlement.already-open'],
    ['an end', { lines: [shares(1, 99_999), cancel], endsCommission: true }, [funded, unfunded], 'ok'],
    [
      'an end with a rest',
      { lines: [shares(1, 1), cancel], endsCommission: true },
      [funded, unfunded],
      'settlement.remainder',
    ],
    [
      'an end without all milestones',
      { lines: [shares(0, 100_000)], endsCommission: true },
      [funded, unfunded],
      'settlement.milestone-missing',
    ],
  ])('of %s: %s', (_what, terms, milestones, code) => {
    expect(codeOf(propose(milestones, terms))).toBe(code)
  })

  test('is of an active commission only', () => {
    const refused = propose([funded], { lines: [shares(1, 1)] }, { commissionState: 'completed' })
    expect(codeOf(refused)).toBe('settlement.commission-not-active')
  })

  test('needs a step-up from the side that gives up more than 500.00: the client by releases, the creator by refunds', () => {
    const code = (by: 'client' | 'creator', line: SettlementLine) =>
      codeOf(propose([funded], { by, lines: [line], hasSteppedUp: false }))
    expect(code('client', shares(50_000, 50_000))).toBe('ok')
    expect(code('client', shares(50_001, 0))).toBe('step-up.required')
    expect(code('client', shares(0, 100_000))).toBe('ok')
    expect(code('creator', shares(50_001, 0))).toBe('ok')
    expect(code('creator', shares(0, 50_001))).toBe('step-up.required')
    const open = openOf([shares(20_000, 50_001)], [funded])
    const input = { expected: 1, hasSteppedUp: false, idsOf: () => partIds }
    const signed = acceptSettlement(open, { agreement, milestones: [funded] }, 'creator', input, now)
    expect(codeOf(signed)).toBe('step-up.required')
  })

  test('releases everything when a part was given back before', () => {
    const input = { refundId: ids.refund, amount: 40_000, reason: '', expected: 1, hasSteppedUp: true }
    const rest = valueOf(refund(funded, agreement, 'creator', input)).next
    const line = { ...shares(60_000, 0), version: 2 }
    expect(valueOf(accept(openOf([line], [rest]), [rest])).milestones[0]?.next.state).toBe('split')
  })
})

describe('an open settlement', () => {
  const milestones = [milestoneIn('submitted')]
  const open = openOf([shares(10_000, 20_000)], milestones)

  test('is answered by the other side and withdrawn by its author', () => {
    expect(settlementActionsFor(open, 'client', now)).toEqual(['withdraw-settlement'])
    expect(settlementActionsFor(open, 'creator', now)).toEqual([
      'accept-settlement',
      'decline-settlement',
      'counter-settlement',
    ])
    const terms = { ...open, expected: 1, hasSteppedUp: true }
    const settled = { agreement, milestones }
    expect(codeOf(accept(open, milestones, 'client'))).toBe('settlement.not-your-step')
    expect(codeOf(declineSettlement(open, agreement, 'client', { expected: 1, reason: '' }))).toBe(
      'settlement.not-your-step',
    )
    expect(codeOf(counterSettlement(open, settlementId, settled, 'client', terms, now))).toBe(
      'settlement.not-your-step',
    )
    expect(codeOf(withdrawSettlement(open, agreement, 'creator', { expected: 1 }))).toBe('settlement.not-your-step')
    expect(codeOf(withdrawSettlement(open, agreement, 'client', { expected: 1 }))).toBe('ok')
  })

  test('gives place to a counter-proposal by the other side, which then waits for its author', () => {
    const terms = { ...open, lines: [shares(20_000, 20_000)], expected: 1, hasSteppedUp: true }
    const countered = valueOf(
      counterSettlement(open, 'settlement-2' as SettlementId, { agreement, milestones }, 'creator', terms, now),
    )
    expect(countered).toMatchObject({ former: { state: 'countered' }, next: { state: 'open', by: 'creator' } })
    expect(settlementActionsFor(countered.next, 'client', now)).toContain('accept-settlement')
  })

  test('expires after 14 days, of which the other side is reminded, and is not signed after that', () => {
    expect(open.expiresAt).toBe(after(now, 14 * day))
    expect(codeOf(expireSettlement(open, agreement, now))).toBe('settlement.too-early')
    expect(valueOf(expireSettlement(open, agreement, open.expiresAt)).next.state).toBe('expired')
    expect(codeOf(remindOfSettlement(open, agreement))).toBe('ok')
    expect(codeOf(remindOfSettlement({ ...open, state: 'declined' }, agreement))).toBe('settlement.not-open')
    const input = { expected: 1, hasSteppedUp: true, idsOf: () => partIds }
    const late = acceptSettlement(open, { agreement, milestones }, 'creator', input, open.expiresAt)
    expect(codeOf(late)).toBe('settlement.not-open')
    expect(settlementActionsFor(open, 'creator', instant(open.expiresAt))).toEqual([])
  })

  test('is not signed once a milestone has changed', () => {
    expect(codeOf(accept(open, [{ ...milestoneIn('submitted'), version: 2 }]))).toBe('settlement.outdated')
  })

  test('leaves a version in review what is left, with its review window', () => {
    const { milestones: settled, event } = valueOf(accept(open, milestones))
    expect(settled[0]?.next).toEqual({
      ...milestoneIn('submitted'),
      allocated: { price: 30_000, clientFee: 1_500, creatorFee: 3_000 },
      released: 10_000,
      version: 2,
    })
    expect(settled[0]?.events.map(({ type }) => type)).toEqual([
      'milestone.part-released',
      'milestone.refund-requested',
    ])
    expect(event.data).toMatchObject({ released: 10_000, refunded: 20_000, currency: 'EUR' })
  })

  test('ends a milestone as split when something was released, and as a refund when nothing was', () => {
    const stateAfter = (line: SettlementLine, milestone: Milestone) => {
      const { next } = valueOf(
        settleMilestone(milestone, agreement, line, { ...partIds, settlementId, reason: '' }, now),
      )
      return next
    }
    for (const state of ['funded', 'in_progress', 'changes_requested', 'submitted'] as const) {
      expect(stateAfter(shares(40_000, 60_000), milestoneIn(state))).toMatchObject({ state: 'split' })
      expect(stateAfter(shares(40_000, 60_000), milestoneIn(state))).not.toHaveProperty('submission')
      expect(stateAfter(shares(0, 100_000), milestoneIn(state))).toMatchObject({
        state: 'refunding',
        refundId: ids.refund,
      })
    }
    // What the creator gives back after a part was released splits the milestone too.
    const part = stateAfter(shares(40_000, 0), milestoneIn('funded'))
    const rest = { ...shares(0, 60_000), version: 2 }
    expect(stateAfter(rest, part).state).toBe('split')
    const input = { refundId: 'refund-2' as RefundId, amount: 60_000, reason: '', expected: 2, hasSteppedUp: true }
    expect(valueOf(refund(part, agreement, 'creator', input)).next.state).toBe('split')
  })
})

test('only milestones in escrow and those not funded can be ended together', () => {
  const can = (...states: MilestoneState[]) => canEndTogether(states.map((state) => ({ state, frozen: false })))
  expect(milestoneStates.filter((state) => can(state))).toEqual([
    'awaiting_funding',
    'funded',
    'in_progress',
    'submitted',
    'changes_requested',
  ])
  expect(can('released', 'funded', 'refunding')).toBe(true)
  expect(can('funded', 'funding')).toBe(false)
  expect(canEndTogether([{ state: 'funded', frozen: true }])).toBe(false)
})

/** Currencies with 2, 0 and 3 decimals. */
const currencies: readonly Currency[] = ['EUR', 'JPY', 'KWD']
const stories = fc.array(
  fc.record({
    act: fc.constantFrom('settle', 'refund'),
    release: fc.double({ min: 0, max: 1, noNaN: true }),
    refund: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 6 },
)

test('in any story of settlements, refunds and a release the parts sum to what was charged, and the ledger holds at every step', () => {
  const ends = new Set<string>()
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.constantFrom(...currencies),
      stories,
      fc.integer({ min: 0, max: 3_000 }),
      fc.boolean(),
      (price, currency, steps, rate, takesRest) => {
        const terms = { ...agreement, rates: { ...agreement.rates, clientFee: rate, creatorFee: rate * 2 } }
        const whole = split(minor(price), terms.rates)
        let milestone: Milestone = { ...milestoneIn('in_progress'), amount: minor(price), currency }
        const posted: PostedTransaction[] = [
          { ...capture({ escrow: ids.milestone }, whole), cause: 'capture', currency },
        ]
        const taken = { price: 0, clientFee: 0, creatorFee: 0 }
        function take(kind: 'release' | 'refund', part: PricePart) {
          taken.price += part.amount
          taken.clientFee += part.clientFee
          taken.creatorFee += part.creatorFee
          expect(Math.min(part.amount, part.clientFee, part.creatorFee)).toBeGreaterThanOrEqual(0)
          const of = { escrow: ids.milestone, creator: ids.creator, client: ids.client }
          const posting = kind === 'release' ? releasePosting(of, part) : refundRequested(of, part)
          posted.push({ ...posting, cause: `${kind}:${posted.length}`, currency })
          expect(checkEscrow(ids.milestone, posted)).toEqual([])
        }
        for (const [index, one] of [
          ...steps,
          ...(takesRest ? [{ act: 'rest', release: 0.5, refund: 1 }] : []),
        ].entries()) {
          const left = unallocatedPrice(milestone)
          const toCreator = Math.floor(left * one.release)
          const toClient = one.act === 'rest' ? left - toCreator : Math.floor((left - toCreator) * one.refund)
          if (one.act === 'refund') {
            const input = { amount: toClient, reason: '', expected: milestone.version, hasSteppedUp: true }
            const decided = refund(milestone, terms, 'creator', { ...input, refundId: `r${index}` as RefundId })
            if (!decided.ok) continue
            take('refund', decided.value.part)
            milestone = decided.value.next
            continue
          }
          const line = { ...shares(toCreator, toClient), version: milestone.version }
          const decided = settleMilestone(milestone, terms, line, { ...partIds, settlementId, reason: '' }, now)
          if (!decided.ok) continue
          if (decided.value.released) take('release', decided.value.released)
          if (decided.value.refunded) take('refund', decided.value.refunded)
          milestone = decided.value.next
        }
        if (milestone.state === 'in_progress') {
          const approved: Milestone = { ...milestoneIn('approved'), ...milestone, ...submissionOfApproved }
          const { part, next } = valueOf(release(approved, terms, { auto: false }, now))
          take('release', part)
          milestone = next
        }
        ends.add(milestone.state)
        expect(taken).toEqual({ price: whole.price, clientFee: whole.clientFee, creatorFee: whole.creatorFee })
        expect(milestone.allocated).toEqual(taken)
        const balances = accountBalances(posted)
        const toClient = balances.get(`refund_payable:${ids.client} ${currency}`) ?? 0
        const toCreator = balances.get(`creator_pending:${ids.creator} ${currency}`) ?? 0
        const fees = (balances.get(`fee_client ${currency}`) ?? 0) + (balances.get(`fee_creator ${currency}`) ?? 0)
        expect(toClient + toCreator + fees).toBe(whole.clientPays)
        expect(balances.get(`escrow:${ids.milestone} ${currency}`)).toBe(0)
      },
    ),
    { numRuns: 2_000 },
  )
  expect([...ends].toSorted()).toEqual(['refunding', 'released', 'split'])
})

// The state and the version of an approved milestone, over the fields that the story has changed.
const { state: approvedState, submission } = milestoneIn('approved') as Extract<Milestone, { state: 'approved' }>
const submissionOfApproved = { state: approvedState, submission }
