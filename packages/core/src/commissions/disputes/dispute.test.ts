import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DisputeId, type DisputeTermsId, type RefundId, type ReleaseId, type UserId } from '../../ids.ts'
import { accountBalances, checkEscrow, type PostedTransaction } from '../../ledger/check-ledger.ts'
import { disputeLock, disputeResolve } from '../../ledger/reversals.ts'
import { capture, refundRequested, release as releasePosting } from '../../ledger/transaction-builders.ts'
import { type Transaction } from '../../ledger/transaction.ts'
import { split } from '../../money/fees.ts'
import { type Currency, minor } from '../../money/money.ts'
import { type Result } from '../../result.ts'
import { after, day, fromIso, hour, type Instant, minute } from '../../time/instant.ts'
import { isDueClockRunning } from '../milestones/due-clock.ts'
import { disputableStates, milestoneStates } from '../milestones/milestone-states.ts'
import { type Milestone, unallocatedPrice } from '../milestones/milestone.ts'
import { refund } from '../milestones/refund.ts'
import { approve, autoApprove, reviewReminders } from '../milestones/approval.ts'
import { release } from '../milestones/release.ts'
import { agreement, hash, ids, milestoneIn, now } from '../testing/fixtures.ts'
import { addBusinessDays, isBusinessDay } from './business-days.ts'
import { runningDisputeStates } from './dispute-states.ts'
import { decideDispute, takeEffect } from './dispute-decision.ts'
import {
  acceptTerms,
  answerDispute,
  closeDispute,
  declineTerms,
  type Dispute,
  disputeActionsFor,
  endMediation,
  nextDisputeStepAt,
  offerTerms,
  openDispute,
  passAnswerDate,
  remindToAnswer,
  withdrawDispute,
} from './dispute.ts'

const id = 'dispute-1' as DisputeId
const termsId = 'terms-1' as DisputeTermsId
const partIds = { releaseId: 'release-1' as ReleaseId, refundId: 'refund-9' as RefundId }
const none: ReadonlySet<string> = new Set()

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.refusal.code)
  return result.value
}
const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)
const sharesOf = (toCreator: number, toClient: number) => ({ release: minor(toCreator), refund: minor(toClient) })

type Input = Partial<Parameters<typeof openDispute>[4]>
function open(milestone: Milestone, by: 'client' | 'creator', amount: number, more: Input = {}, at = now) {
  const wish = sharesOf(0, amount)
  const input = { amount, reason: 'quality', wish, expected: milestone.version, holidays: none, ...more } as const
  return openDispute(id, milestone, agreement, by, input, at)
}
function opened(from: Milestone = milestoneIn('in_progress'), by: 'client' | 'creator' = 'client', amount = 40_000) {
  const { next: dispute, milestone } = valueOf(open(from, by, amount))
  return { dispute, milestone, agreement }
}
const stepped = { hasSteppedUp: true }

describe('a dispute', () => {
  test.each(milestoneStates)(
    'of a milestone that is %s can be opened by both sides exactly while it is in escrow',
    (state) => {
      const code = (disputableStates as readonly string[]).includes(state) ? 'ok' : 'dispute.not-in-escrow'
      expect([codeOf(open(milestoneIn(state), 'client', 1)), codeOf(open(milestoneIn(state), 'creator', 1))]).toEqual([
        code,
        code,
      ])
    },
  )

  test('locks from one cent to all that is in escrow, and its wish sums to it', () => {
    const funded = milestoneIn('funded')
    expect(
      [0, 1, 100_000, 100_001, -1].map((amount) =>
        codeOf(open(funded, 'client', amount, { wish: sharesOf(0, Math.round(amount)) })),
      ),
    ).toEqual(['dispute.amount-invalid', 'ok', 'ok', 'dispute.amount-invalid', 'dispute.amount-invalid'])
    expect(codeOf(open(funded, 'client', 100, { wish: sharesOf(40, 60) }))).toBe('ok')
    expect(codeOf(open(funded, 'client', 100, { wish: sharesOf(40, 61) }))).toBe('dispute.wish-invalid')
    expect(codeOf(open(funded, 'client', 100, { wish: sharesOf(-1, 101) }))).toBe('dispute.wish-invalid')
    expect(codeOf(open({ ...funded, frozen: true }, 'client', 100))).toBe('milestone.frozen')
    expect(codeOf(open(funded, 'client', 100, { expected: 7 }))).toBe('milestone.stale')
  })

  test('stops the clocks, and the milestone can neither be approved nor refunded meanwhile', () => {
    const { milestone } = opened(milestoneIn('submitted'))
    expect(isDueClockRunning(milestone.state)).toBe(false)
    const version = { deliverableId: ids.deliverable, hash, expected: 2, ...stepped }
    expect(codeOf(approve(milestone, agreement, 'client', version))).toBe('milestone.disputed')
    expect(codeOf(autoApprove(milestone, agreement, 3, after(now, 400 * day)))).toBe('milestone.not-submitted')
    const give = { refundId: ids.refund, amount: 1, reason: '', expected: 2, ...stepped }
    expect(codeOf(refund(milestone, agreement, 'creator', give))).toBe('milestone.disputed')
    expect(codeOf(open(milestone, 'creator', 1))).toBe('dispute.not-in-escrow')
  })

  test('waits for an answer until five business days have passed, to the millisecond', () => {
    const start = opened()
    const { answerBy } = start.dispute
    expect(nextDisputeStepAt(start.dispute, now)).toBe(after(answerBy, -day))
    expect(remindToAnswer(start, after(answerBy, -1))?.type).toBe('dispute.answer-reminded')
    expect(remindToAnswer(start, answerBy)).toBeUndefined()
    expect(codeOf(passAnswerDate(start, after(answerBy, -1)))).toBe('dispute.too-early')
    const passed = valueOf(passAnswerDate(start, answerBy))
    expect(passed.next.state).toBe('mediation')
    // A late answer still counts while the mediation lasts, once.
    const late = { ...start, dispute: passed.next }
    expect(disputeActionsFor(passed.next, 'creator')).toContain('answer-dispute')
    const answered = valueOf(answerDispute(late, 'creator', { expected: 2 })).next
    expect(answered).toMatchObject({ state: 'mediation', isAnswered: true })
    expect(codeOf(answerDispute({ ...late, dispute: answered }, 'creator', { expected: 3 }))).toBe(
      'dispute.not-answerable',
    )
    expect(codeOf(answerDispute(start, 'client', { expected: 1 }))).toBe('dispute.not-your-step')
    expect(codeOf(answerDispute(start, 'creator', { expected: 0 }))).toBe('dispute.stale')
  })

  test('is mediated until day 14, to the millisecond, and then an admin decides', () => {
    const start = opened()
    const { next: dispute } = valueOf(answerDispute(start, 'creator', { expected: 1 }))
    const mediated = { ...start, dispute }
    expect(nextDisputeStepAt(dispute, now)).toBe(after(now, 14 * day))
    expect(codeOf(endMediation(mediated, after(now, 14 * day - 1)))).toBe('dispute.too-early')
    expect(codeOf(decide(mediated, 1, 1))).toBe('dispute.not-deciding')
    const ended = valueOf(endMediation(mediated, after(now, 14 * day)))
    expect(ended.event.data.decideBy).toBe(after(now, 30 * day))
    expect(codeOf(decide({ ...start, dispute: ended.next }, 1, 1))).toBe('ok')
  })
})

function decide(disputed: ReturnType<typeof opened>, toCreator: number, toClient: number, hasSteppedUp = true) {
  const { version: expected } = disputed.dispute
  const shares = sharesOf(toCreator, toClient)
  const input = { ...partIds, ...shares, by: 'admin-1' as UserId, reason: ' As agreed ', expected, hasSteppedUp }
  return decideDispute(disputed, input, after(now, 20 * day))
}
/** Decides, and lets the decision take effect after the time for a review. */
function decideToTheEnd(disputed: ReturnType<typeof opened>, toCreator: number, toClient: number) {
  const { next: dispute, event } = valueOf(decide(disputed, toCreator, toClient))
  return takeEffect({ ...disputed, dispute }, partIds, event.data.reviewUntil)
}
const deciding = (disputed: ReturnType<typeof opened>) => ({
  ...disputed,
  dispute: { ...disputed.dispute, state: 'deciding' } satisfies Dispute,
})

describe('offered terms', () => {
  const start = opened(milestoneIn('in_progress'), 'client', 100_000)
  const offer = (by: 'client' | 'creator', toCreator: number, toClient: number, hasSteppedUp = true) => {
    const input = { ...sharesOf(toCreator, toClient), reason: 'Half', expected: 1, hasSteppedUp }
    return offerTerms(start, termsId, by, input)
  }

  test('are parts of the disputed sum, and large ones need a step-up of who gives up', () => {
    expect(codeOf(offer('client', 60_000, 40_001))).toBe('dispute.terms-invalid')
    expect(codeOf(offer('client', 0, 0))).toBe('dispute.terms-invalid')
    expect(codeOf(offer('client', 50_001, 0, false))).toBe('step-up.required')
    expect(codeOf(offer('client', 0, 50_001, false))).toBe('ok')
    expect(codeOf(offer('creator', 0, 50_001, false))).toBe('step-up.required')
  })

  test('are accepted or declined by the other side alone, and end the dispute at any time before its end, also after a decision', () => {
    const dispute = valueOf(offer('client', 30_000, 20_000)).next
    const offered = { ...start, dispute }
    const input = { ...partIds, expected: 2, ...stepped }
    expect(codeOf(acceptTerms(offered, 'client', input, now))).toBe('dispute.not-your-step')
    expect(codeOf(declineTerms(offered, 'client', { expected: 2 }))).toBe('dispute.not-your-step')
    expect(disputeActionsFor(dispute, 'client')).toEqual(['offer-terms', 'withdraw-dispute'])
    expect(disputeActionsFor(dispute, 'creator')).toEqual([
      'answer-dispute',
      'offer-terms',
      'accept-terms',
      'decline-terms',
    ])
    for (const state of runningDisputeStates) {
      const accepted = valueOf(acceptTerms({ ...offered, dispute: { ...dispute, state } }, 'creator', input, now))
      expect(accepted.next).toMatchObject({ state: 'settled', terms: null, award: sharesOf(30_000, 20_000) })
      // The rest of the disputed sum returns to the escrow, and the work goes on.
      expect(accepted.resolved).toMatchObject({ returned: 50_000, next: { state: 'in_progress' } })
    }
    const declined = valueOf(declineTerms(offered, 'creator', { expected: 2 })).next
    expect(declined).toMatchObject({ state: 'open', terms: null })
    expect(codeOf(acceptTerms({ ...offered, dispute: declined }, 'creator', { ...input, expected: 3 }, now))).toBe(
      'dispute.no-terms',
    )
  })

  test('need the step-up of a signer who gives up much', () => {
    const offered = { ...start, dispute: valueOf(offer('client', 0, 60_000)).next }
    const input = { ...partIds, expected: 2, hasSteppedUp: false }
    expect(codeOf(acceptTerms(offered, 'creator', input, now))).toBe('step-up.required')
  })
})

describe('the end', () => {
  test.each<[string, 'in_progress' | 'submitted', number, number, number, string]>([
    ['a part to each of a part', 'in_progress', 40_000, 25_000, 15_000, 'in_progress'],
    ['nothing to anyone', 'submitted', 40_000, 0, 0, 'submitted'],
    ['all of it back', 'submitted', 100_000, 0, 100_000, 'refunding'],
    ['all of it for the version in review', 'submitted', 100_000, 100_000, 0, 'released'],
    ['all of it for work that was not in review', 'in_progress', 100_000, 100_000, 0, 'split'],
    ['a part of all to each', 'submitted', 100_000, 60_000, 40_000, 'split'],
  ])('with %s', (_what, from, amount, toCreator, toClient, state) => {
    const { next, resolved } = valueOf(
      decideToTheEnd(deciding(opened(milestoneIn(from), 'client', amount)), toCreator, toClient),
    )
    expect(next.state).toBe('decided')
    expect(resolved.next.state).toBe(state)
    expect(resolved.isApproved).toBe(state === 'released')
    expect(resolved.returned).toBe(amount - toCreator - toClient)
  })

  test('of an admin is within the disputed sum, steps up where money moves, and gives both the reason', () => {
    const waiting = deciding(opened())
    expect(codeOf(decide(waiting, 20_000, 20_001))).toBe('dispute.shares-invalid')
    expect(codeOf(decide(waiting, -1, 1))).toBe('dispute.shares-invalid')
    expect(codeOf(decide(waiting, 1, 0, false))).toBe('step-up.required')
    expect(codeOf(decide(waiting, 0, 0, false))).toBe('ok')
    expect(valueOf(decide(waiting, 1, 0)).event.data).toMatchObject({ released: 1, refunded: 0, reason: 'As agreed' })
    const frozen = { ...waiting, milestone: { ...waiting.milestone, frozen: true } }
    expect(codeOf(decide(frozen, 1, 0))).toBe('milestone.frozen')
  })

  test('by the opener returns everything, and so does a chargeback', () => {
    const disputed = opened()
    const input = { ...partIds, expected: 1 }
    expect(codeOf(withdrawDispute(disputed, 'creator', input, now))).toBe('dispute.not-your-step')
    expect(valueOf(withdrawDispute(disputed, 'client', input, now))).toMatchObject({
      next: { state: 'withdrawn' },
      resolved: { returned: 40_000, next: { state: 'in_progress' }, events: [] },
    })
    const frozen = { ...disputed, milestone: { ...disputed.milestone, frozen: true } }
    expect(valueOf(closeDispute(frozen, partIds, now))).toMatchObject({
      next: { state: 'closed' },
      resolved: { returned: 40_000, next: { state: 'in_progress', frozen: true } },
    })
  })

  test('lets every clock go on from where it stood', () => {
    const later = after(now, 3 * day)
    const input = { ...partIds, expected: 1 }
    const overdue = {
      ...milestoneIn('in_progress'),
      clock: { ...milestoneIn('in_progress').clock, noticeEndsAt: after(now, hour) },
    }
    const back = valueOf(withdrawDispute(opened(overdue), 'client', input, later)).resolved.next
    expect(back.dueAt).toBe(after(overdue.dueAt, 3 * day))
    expect(back.clock).toMatchObject({ noticeEndsAt: after(now, hour + 3 * day), pausedMs: 3 * day })
    const reviewed = valueOf(withdrawDispute(opened(milestoneIn('submitted')), 'client', input, later)).resolved.next
    expect(reviewed).toMatchObject({ state: 'submitted', submission: { at: now, reviewEndsAt: after(now, 17 * day) } })
    expect(codeOf(autoApprove(reviewed, agreement, 3, after(now, 17 * day - 1)))).toBe('milestone.too-early')
  })

  test('leaves the client a day at least of a review that was about to end', () => {
    const submitted = milestoneIn('submitted')
    const endsSoon = (ms: number): Milestone =>
      submitted.state === 'submitted'
        ? { ...submitted, submission: { ...submitted.submission, reviewEndsAt: after(now, ms) } }
        : submitted
    const endAfter = (ms: number) => {
      const later = after(now, 2 * day)
      const { next } = valueOf(
        withdrawDispute(opened(endsSoon(ms)), 'client', { ...partIds, expected: 1 }, later),
      ).resolved
      if (next.state !== 'submitted') throw new Error('it is not in review')
      expect(reviewReminders(next.submission)[2]).toBeGreaterThanOrEqual(later)
      return next.submission.reviewEndsAt - later
    }
    expect([endAfter(minute), endAfter(day), endAfter(day + 1)]).toEqual([day, day, day + 1])
  })
})

describe('business days', () => {
  const friday = fromIso('2026-12-18T15:30:00.000Z') as Instant

  test('are Monday to Friday in UTC without holidays', () => {
    expect(addBusinessDays(friday, 5, none)).toBe(fromIso('2026-12-25T15:30:00.000Z'))
    expect(addBusinessDays(friday, 5, new Set(['2026-12-25', '2026-12-28']))).toBe(fromIso('2026-12-29T15:30:00.000Z'))
    expect(addBusinessDays(fromIso('2026-12-19T23:59:59.999Z') as Instant, 5, none)).toBe(
      fromIso('2026-12-25T23:59:59.999Z'),
    )
  })

  test('end on a business day at the same time of day, with exactly as many between', () => {
    const days = fc.integer({ min: 0, max: 20_000 })
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 0, max: day - 1 }),
        fc.integer({ min: 1, max: 15 }),
        fc.array(days),
        (from, ms, count, off) => {
          const start = after(0 as Instant, from * day + ms)
          const holidays = new Set(off.map((one) => new Date((from + (one % 30)) * day).toISOString().slice(0, 10)))
          const end = addBusinessDays(start, count, holidays)
          expect(end % day).toBe(ms)
          expect(isBusinessDay(end, holidays)).toBe(true)
          let between = 0
          for (let at = start + day; at <= end; at += day) if (isBusinessDay(at as Instant, holidays)) between += 1
          expect(between).toBe(count)
        },
      ),
    )
  })
})

/** One step of a story: a dispute of a part that ends with shares, a refund by the creator, or the release. */
const step = fc.record({
  kind: fc.constantFrom('terms', 'decision', 'withdrawal', 'refund', 'release'),
  amount: fc.double({ min: 0, max: 1, noNaN: true }),
  toCreator: fc.double({ min: 0, max: 1, noNaN: true }),
  toClient: fc.double({ min: 0, max: 1, noNaN: true }),
})

test('in every story of disputes, refunds and a release the parts sum to what was charged and the ledger is clean', () => {
  const currencies: Currency[] = ['EUR', 'JPY', 'KWD']
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.constantFrom(...currencies),
      fc.constantFrom(...disputableStates),
      fc.array(step, { maxLength: 6 }),
      (amount, currency, state, steps) => {
        const whole = split(minor(amount), agreement.rates)
        let milestone: Milestone = { ...milestoneIn(state), amount: minor(amount), currency }
        const of = { escrow: milestone.id, client: 'c', creator: 'p' }
        const posted: PostedTransaction[] = []
        const post = (transaction: Transaction) =>
          posted.push({ ...transaction, cause: String(posted.length), currency })
        post(capture(of, whole))
        for (const one of steps) {
          const left = unallocatedPrice(milestone)
          const part = Math.max(1, Math.round(left * one.amount))
          if (one.kind === 'refund' || one.kind === 'release') {
            if (one.kind === 'release') {
              const version = { deliverableId: ids.deliverable, hash, expected: milestone.version, ...stepped }
              const approved = approve(milestone, agreement, 'client', version)
              const released = approved.ok ? release(approved.value.next, agreement, { auto: false }, now) : approved
              if (!released.ok) continue
              milestone = released.value.next
              post(releasePosting(of, released.value.part))
              continue
            }
            const input = { refundId: ids.refund, amount: part, reason: '', expected: milestone.version, ...stepped }
            const refunded = refund(milestone, agreement, 'creator', input)
            if (!refunded.ok) continue
            milestone = refunded.value.next
            post(refundRequested(of, refunded.value.part))
            continue
          }
          const begun = open(milestone, 'client', part)
          if (!begun.ok) continue
          post(disputeLock(of, begun.value.next.amount))
          const toCreator = Math.round(part * one.toCreator)
          const toClient = Math.min(part - toCreator, Math.round(part * one.toClient))
          const disputed = { dispute: begun.value.next, milestone: begun.value.milestone, agreement }
          const { released, refunded, returned, next } =
            one.kind === 'withdrawal'
              ? valueOf(withdrawDispute(disputed, 'client', { ...partIds, expected: 1 }, now)).resolved
              : valueOf(decideToTheEnd(deciding(disputed), toCreator, toClient)).resolved
          post(disputeResolve(of, released, refunded, returned))
          milestone = next
        }
        expect(checkEscrow(milestone.id, posted)).toEqual([])
        const balances = accountBalances(posted)
        const sum = (account: string) => balances.get(`${account} ${currency}`) ?? 0
        expect(sum(`escrow_disputed:${milestone.id}`)).toBe(0)
        expect(sum(`escrow:${milestone.id}`)).toBe(unallocatedPrice(milestone))
        // Every cent that the client paid is in escrow, theirs, the creator's or a fee.
        const where = ['escrow', 'fee_deferred'].map((name) => sum(`${name}:${milestone.id}`))
        const gone = [sum('refund_payable:c'), sum('creator_pending:p'), sum('fee_client'), sum('fee_creator')]
        expect([...where, ...gone].reduce((total, each) => total + each, 0)).toBe(whole.clientPays)
        if (unallocatedPrice(milestone) === 0) expect(sum(`fee_deferred:${milestone.id}`)).toBe(0)
      },
    ),
  )
})
