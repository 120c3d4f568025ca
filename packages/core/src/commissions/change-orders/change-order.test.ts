import { describe, expect, test } from 'vitest'
import { type ChangeOrderId, type MilestoneId, type TopUpId } from '../../ids.ts'
import { split } from '../../money/fees.ts'
import { minor } from '../../money/money.ts'
import { currentRates } from '../../money/rates.ts'
import { type Result } from '../../result.ts'
import { after, day } from '../../time/instant.ts'
import { commissionActionsFor, offeredCommissionActionsFor } from '../actions.ts'
import { milestoneStates } from '../milestones/milestone-states.ts'
import { type Milestone } from '../milestones/milestone.ts'
import { calculateOfferFees, canonicalOfferText, checkOffer } from '../offers/offer-content.ts'
import { pendingActionsIn } from '../pending-actions.ts'
import { agreement, draft as offerDraft, forActions, hash, ids, milestoneIn, now } from '../testing/fixtures.ts'
import {
  acceptChangeOrder,
  changeOrderActionsFor,
  counterChangeOrder,
  declineChangeOrder,
  expireChangeOrder,
  proposeChangeOrder,
  remindOfChangeOrder,
  withdrawChangeOrder,
} from './change-order.ts'
import { type ChangedMilestoneDraft, type ChangeOrderDraft, checkChangeOrder } from './change-order-terms.ts'
import { topUpsOf } from './top-up.ts'
import { type AgreedMilestone, changeKindOf, contentInForce, type Contract, paymentsToCome } from './contract.ts'

const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)
const id = 'order-1' as ChangeOrderId
const idOf = (number: number) => `milestone-${number}` as MilestoneId
const checked = checkOffer(offerDraft, now)
if (!checked.ok) throw new Error('expected valid content')
const offer = checked.value

type Changes = Omit<Partial<Milestone>, 'state'>
function agreedIn(state: Milestone['state'], number: number, more: Changes = {}): AgreedMilestone {
  // The changes are fields that every state has.
  const milestone = { ...milestoneIn(state), id: idOf(number), number, ...more } as Milestone
  return { milestone, description: '', limits: null, reviewRounds: offer.reviewRounds }
}
const contractOf = (...milestones: AgreedMilestone[]): Contract => ({ offer, agreement, milestones })

/** The first milestone is being worked on, the second waits for its funding. */
const contract = contractOf(agreedIn('in_progress', 1), agreedIn('awaiting_funding', 2))

function draftOf({ milestone, description, limits, reviewRounds }: AgreedMilestone): ChangedMilestoneDraft {
  const { id: milestoneId, version, title, amount, dueAt } = milestone
  return { ref: { milestoneId, version }, title, description, amount, dueAt, limits, reviewRounds }
}
function draftFor(of: Contract, change: Partial<ChangeOrderDraft> = {}): ChangeOrderDraft {
  const milestones = of.milestones.filter(({ milestone }) => changeKindOf(milestone) !== 'fixed').map(draftOf)
  return { scope: of.offer.scope, rights: of.offer.rights, milestones, dropped: [], ...change }
}
/** Changes one milestone of the draft. */
function changing(of: Contract, number: number, change: Partial<ChangedMilestoneDraft>): ChangeOrderDraft {
  const { milestones, ...rest } = draftFor(of)
  const isMeant = ({ ref }: ChangedMilestoneDraft) => ref?.milestoneId === idOf(number)
  return { ...rest, milestones: milestones.map((one) => (isMeant(one) ? { ...one, ...change } : one)) }
}
const added: ChangedMilestoneDraft = {
  ref: null,
  title: 'Garden',
  description: '',
  amount: 20_000,
  dueAt: after(now, 40 * day),
  reviewRounds: 2,
}
const wanted = draftFor(contract, {
  scope: 'A lobby and a garden',
  milestones: [...draftFor(contract).milestones, added],
})

function proposed(draft = wanted, of = contract) {
  const result = proposeChangeOrder(id, of, 'creator', { draft, reason: ' More work ', isOtherOpen: false }, now)
  if (!result.ok) throw new Error(result.refusal.code)
  return { ...result.value.next, hash }
}
let nextNumber = 100
const signing = {
  hash,
  expected: 1,
  newId: () => idOf((nextNumber += 1)),
  newTopUpId: () => `top-up-${(nextNumber += 1)}` as TopUpId,
}
const sign = (order = proposed(), of = contract, at = now) => acceptChangeOrder(order, of, 'client', signing, at)

describe('a change order', () => {
  test('is the whole contract as it will be, beside what was in force', () => {
    const { before, content, lines } = proposed()
    expect(before).toEqual(contentInForce(contract))
    expect(content.milestones.map(({ title }) => title)).toEqual(['Blockout', 'Blockout', 'Garden'])
    expect(lines.map(({ kind }) => kind)).toEqual(['keep', 'keep'])
    expect(canonicalOfferText(content)).toContain('A lobby and a garden')
    expect(content.rates).toBe(offer.rates)
  })

  test('needs a reason and a difference, while the commission is active and no other one is open', () => {
    const run = (change: object, of = contract) =>
      codeOf(proposeChangeOrder(id, of, 'client', { draft: wanted, reason: 'x', isOtherOpen: false, ...change }, now))
    expect(run({})).toBe('ok')
    expect(run({ reason: ' ' })).toBe('change-order.reason-missing')
    expect(run({ draft: draftFor(contract) })).toBe('change-order.unchanged')
    expect(run({ isOtherOpen: true })).toBe('change-order.already-open')
    const ended = { ...contract, agreement: { ...agreement, commissionState: 'completed' as const } }
    expect(run({}, ended)).toBe('change-order.commission-not-active')
  })

  test('names every milestone that can change, once and in its present version', () => {
    const run = (draft: ChangeOrderDraft, of = contract) => codeOf(checkChangeOrder(of, draft, now))
    const [first, second] = draftFor(contract).milestones
    if (!first || !second) throw new Error('expected two milestones')
    expect(run(draftFor(contract, { milestones: [first, added] }))).toBe('change-order.milestone-missing')
    expect(run(draftFor(contract, { milestones: [first, second, second] }))).toBe('change-order.milestone-twice')
    const unknown = { ...first, ref: { milestoneId: idOf(9), version: 1 } }
    expect(run(draftFor(contract, { milestones: [first, second, unknown] }))).toBe('change-order.milestone-unknown')
    const old = { ...second, ref: { milestoneId: idOf(2), version: 0 } }
    expect(run(draftFor(contract, { milestones: [first, old] }))).toBe('change-order.outdated')
    const drop = (number: number) => [{ milestoneId: idOf(number), version: 1 }]
    expect(run(draftFor(contract, { milestones: [first], dropped: drop(2) }))).toBe('ok')
    expect(run(draftFor(contract, { milestones: [second], dropped: drop(1) }))).toBe('change-order.funded-dropped')
    const alone = contractOf(agreedIn('awaiting_funding', 2))
    expect(run(draftFor(alone, { milestones: [], dropped: drop(2) }), alone)).toBe('offer.no-milestones')
  })

  for (const state of milestoneStates) {
    test(`${state}: a milestone ${{ free: 'changes in everything', grow: 'only grows', fixed: 'does not change' }[changeKindOf({ state, frozen: false })]}`, () => {
      const of = contractOf(agreedIn(state, 1), agreedIn('awaiting_funding', 2))
      const kind = changeKindOf({ state, frozen: false })
      const draft = { ...draftOf(agreedIn(state, 1)), amount: 1, dueAt: after(now, day), reviewRounds: 0, title: 'New' }
      const rest = draftFor(contractOf(agreedIn('awaiting_funding', 2))).milestones
      const result = codeOf(checkChangeOrder(of, draftFor(of, { milestones: [draft, ...rest] }), now))
      const gone = state === 'cancelled' ? 'change-order.milestone-unknown' : 'change-order.milestone-fixed'
      expect(result).toBe({ free: 'ok', grow: 'change-order.price-lower', fixed: gone }[kind])
      expect(changeKindOf({ state, frozen: true })).toBe('fixed')
    })
  }

  test('raises the price of a funded milestone, and only adds time and rounds', () => {
    const run = (change: Partial<ChangedMilestoneDraft>, of = contract) =>
      codeOf(checkChangeOrder(of, changing(of, 1, change), now))
    const { dueAt } = milestoneIn('in_progress')
    expect(run({ amount: 99_999 })).toBe('change-order.price-lower')
    expect(run({ amount: 100_001 })).toBe('ok')
    expect(run({ reviewRounds: 1 })).toBe('change-order.rounds-fewer')
    expect(run({ reviewRounds: 11 })).toBe('offer.rounds-out-of-range')
    expect(run({ reviewRounds: 3 })).toBe('ok')
    expect(run({ dueAt: after(dueAt, -1) })).toBe('change-order.due-earlier')
    expect(run({ dueAt: after(dueAt, day) })).toBe('ok')
    expect(run({ dueAt: after(now, 62 * day) })).toBe('due-date.too-late')
    expect(run({ title: 'Blockout and colours' })).toBe('ok')
    const inReview = contractOf(agreedIn('submitted', 1))
    for (const change of [{ title: 'x' }, { description: 'x' }, { limits: { ...noLimit, maxTriangles: 5 } }]) {
      expect(run(change, inReview)).toBe('change-order.in-review')
    }
    expect(run({ reviewRounds: 4, amount: 100_001 }, inReview)).toBe('ok')
  })

  test('names the field of what it refuses, as an offer does', () => {
    const result = checkChangeOrder(contract, changing(contract, 2, { title: ' ' }), now)
    expect(result).toMatchObject({ refusal: { code: 'offer.title-missing', field: 'milestones.1.title' } })
    const past = checkChangeOrder(contract, changing(contract, 2, { dueAt: after(now, -1) }), now)
    expect(past).toMatchObject({ refusal: { code: 'offer.due-in-past', field: 'milestones.1.dueAt' } })
  })

  test('keeps a date that has passed where it does not change it', () => {
    const late = contractOf(agreedIn('in_progress', 1, { dueAt: after(now, -day) }), agreedIn('awaiting_funding', 2))
    expect(codeOf(checkChangeOrder(late, changing(late, 1, { reviewRounds: 3 }), now))).toBe('ok')
    expect(codeOf(checkChangeOrder(late, changing(late, 1, { dueAt: after(now, -1) }), now))).toBe('due-date.past')
  })
})

const noLimit = {
  maxTriangles: null,
  maxTextureEdge: null,
  maxTextures: null,
  maxBytes: null,
  format: null,
  size: null,
  frameRate: null,
}

describe('signing', () => {
  test('is for the other side, by the hash that it read, within 14 days', () => {
    const order = proposed()
    const run = (change: object, by: 'client' | 'creator' = 'client', at = now) =>
      codeOf(acceptChangeOrder(order, contract, by, { ...signing, ...change }, at))
    expect(run({})).toBe('ok')
    expect(run({ hash: 'b' })).toBe('change-order.other-version')
    expect(run({ expected: 0 })).toBe('change-order.not-open')
    expect(run({}, 'creator')).toBe('change-order.not-your-step')
    expect(run({}, 'client', order.expiresAt)).toBe('change-order.not-open')
    expect(codeOf(sign({ ...order, state: 'declined' }))).toBe('change-order.not-open')
  })

  test('changes, drops and adds milestones, and restarts a clock whose date moved', () => {
    const overdue = agreedIn('in_progress', 1, {
      clock: { ...milestoneIn('in_progress').clock, lastStep: 'overdue', noticeEndsAt: after(now, day) },
    })
    const of = contractOf(overdue, agreedIn('awaiting_funding', 2), agreedIn('cancelled', 3))
    const dueAt = after(now, 30 * day)
    const { milestones, ...rest } = changing(of, 1, { title: 'Both', dueAt })
    const dropped = [{ milestoneId: idOf(2), version: 1 }]
    const kept = milestones.filter(({ ref }) => ref?.milestoneId !== idOf(2))
    const draft = { ...rest, milestones: [...kept, added], dropped }
    const signed = sign(proposed(draft, of), of)
    if (!signed.ok) throw new Error(signed.refusal.code)
    const { changed, dropped: gone, added: more, milestoneEvents, next } = signed.value
    expect(next).toMatchObject({ state: 'accepted', version: 2 })
    expect(changed).toMatchObject([
      {
        milestone: {
          state: 'in_progress',
          title: 'Both',
          dueAt,
          version: 2,
          clock: { lastStep: null, noticeEndsAt: null },
        },
      },
    ])
    expect(gone).toMatchObject([{ id: idOf(2), state: 'cancelled' }])
    expect(more).toMatchObject([{ milestone: { number: 4, state: 'awaiting_funding', amount: 20_000 } }])
    expect(milestoneEvents.map(({ type }) => type)).toEqual(['milestone.cancelled', 'milestone.agreed'])
  })

  test('answers a request for a review round where it adds one, and not otherwise', () => {
    const of = contractOf(agreedIn('submitted', 1, { roundRequested: true }))
    const asked = (change: Partial<ChangedMilestoneDraft>) => {
      const signed = sign(proposed(changing(of, 1, change), of), of)
      return signed.ok && signed.value.changed[0]?.milestone.roundRequested
    }
    expect(asked({ reviewRounds: 3 })).toBe(false)
    expect(asked({ dueAt: after(now, 20 * day) })).toBe(true)
  })

  test('is refused once a milestone that it changes has changed or is frozen, or another was cancelled', () => {
    const order = proposed(changing(contract, 1, { reviewRounds: 3 }))
    const moved = contractOf(agreedIn('in_progress', 1, { version: 2 }), agreedIn('awaiting_funding', 2))
    expect(codeOf(sign(order, moved))).toBe('change-order.outdated')
    const frozen = contractOf(agreedIn('in_progress', 1, { frozen: true }), agreedIn('awaiting_funding', 2))
    expect(codeOf(sign(order, frozen))).toBe('change-order.outdated')
    const other = contractOf(agreedIn('in_progress', 1), agreedIn('funded', 2, { version: 3 }))
    expect(codeOf(sign(order, other))).toBe('ok')
    const cancelled = contractOf(agreedIn('in_progress', 1), agreedIn('cancelled', 2, { version: 2 }))
    expect(codeOf(sign(order, cancelled))).toBe('change-order.outdated')
    const more = contractOf(...contract.milestones, agreedIn('awaiting_funding', 3))
    expect(codeOf(sign(order, more))).toBe('change-order.outdated')
    const ended = { ...contract, agreement: { ...agreement, commissionState: 'completed' as const } }
    expect(codeOf(sign(order, ended))).toBe('change-order.commission-not-active')
  })

  test('is refused once a date that it sets has passed', () => {
    const order = proposed(changing(contract, 2, { dueAt: after(now, 2 * day) }))
    expect(codeOf(sign(order, contract, after(now, 3 * day)))).toBe('change-order.date-passed')
  })
})

describe('the other answers', () => {
  const order = proposed()
  test('the other side declines or counters it, its author withdraws it, and it expires with a reminder', () => {
    const input = { expected: 1, reason: ' no ' }
    expect(declineChangeOrder(order, agreement, 'client', input)).toMatchObject({
      value: { next: { state: 'declined' }, event: { data: { reason: 'no', by: 'creator' } } },
    })
    expect(codeOf(declineChangeOrder(order, agreement, 'creator', input))).toBe('change-order.not-your-step')
    expect(codeOf(withdrawChangeOrder(order, agreement, 'client', input))).toBe('change-order.not-your-step')
    expect(codeOf(withdrawChangeOrder(order, agreement, 'creator', input))).toBe('ok')
    const counter = counterChangeOrder(order, id, contract, 'client', { draft: wanted, reason: 'x', expected: 1 }, now)
    expect(counter).toMatchObject({ value: { former: { state: 'countered' }, next: { by: 'client', state: 'open' } } })
    expect(codeOf(expireChangeOrder(order, agreement, now))).toBe('change-order.too-early')
    expect(codeOf(expireChangeOrder(order, agreement, order.expiresAt))).toBe('ok')
    expect(codeOf(remindOfChangeOrder(order, agreement))).toBe('ok')
    expect(codeOf(remindOfChangeOrder({ ...order, state: 'expired' }, agreement))).toBe('change-order.not-open')
  })

  test('its actions are of one side each, and only its author keeps one once its time is over', () => {
    const answers = ['accept-change-order', 'decline-change-order', 'counter-change-order']
    expect(changeOrderActionsFor(order, 'client', now)).toEqual(answers)
    expect(changeOrderActionsFor(order, 'creator', now)).toEqual(['withdraw-change-order'])
    expect(changeOrderActionsFor(order, 'client', order.expiresAt)).toEqual([])
  })

  test('the side that it waits for has to answer it', () => {
    const progress = { ...forActions(milestoneIn('funded')), state: 'funded' as const, id: ids.milestone }
    const commission = {
      id: ids.commission,
      state: 'active' as const,
      settlement: null,
      changeOrder: order,
      disputes: [],
    }
    const pending = pendingActionsIn({ ...commission, milestones: [progress] }, now, (actions) => actions)
    expect(pending).toContainEqual(
      expect.objectContaining({
        party: 'client',
        action: 'answer-change-order',
        deadline: { at: order.expiresAt, onTimeout: 'expires' },
      }),
    )
    expect(pending.filter(({ action }) => action === 'answer-change-order')).toHaveLength(1)
  })

  test('either side can propose one while a milestone can change and none is open', () => {
    const facts = {
      state: 'active',
      expiresAt: null,
      clientId: ids.client,
      creator: undefined,
      isSettling: false,
    } as const
    const offered = (state: Milestone['state'], isChanging: boolean) =>
      offeredCommissionActionsFor({ ...facts, milestones: [milestoneIn(state)], isChanging }, 'creator', now)
    expect(commissionActionsFor(facts, 'creator', now)).toEqual([])
    expect(offered('awaiting_funding', false)).toContain('propose-change-order')
    expect(offered('awaiting_funding', true)).not.toContain('propose-change-order')
    expect(offered('approved', false)).not.toContain('propose-change-order')
  })
})

describe('random change orders of random contracts', () => {
  // A small generator with a fixed seed, so that a failure repeats.
  function randomFrom(seed: number) {
    let state = seed
    return (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state % below
    }
  }
  test.for(['JPY', 'EUR', 'KWD'] as const)(
    '%s: what funded milestones cost more is a top-up, and all charges sum to the price of the contract',
    (currency) => {
      const pick = randomFrom(7)
      const states = [
        'awaiting_funding',
        'funding',
        'funded',
        'in_progress',
        'changes_requested',
        'submitted',
        'released',
        'cancelled',
      ] as const
      for (let round = 0; round < 400; round += 1) {
        const milestones = Array.from({ length: 1 + pick(5) }, (_, index) =>
          agreedIn(states[pick(states.length)] ?? 'funded', index + 1, {
            amount: minor(1 + pick(1_000_000)),
            currency,
          }),
        )
        const of: Contract = { offer: { ...offer, currency }, agreement, milestones }
        const { milestones: drafts, ...rest } = draftFor(of)
        const changed = drafts.map((one) => ({
          ...one,
          amount: Math.max(1, one.amount + pick(3) * (pick(2_000) - 1_000)),
          dueAt: after(one.dueAt, pick(3) * day),
          reviewRounds: one.reviewRounds + pick(2),
        }))
        const dropped = changed.filter(() => pick(4) === 0).flatMap(({ ref }) => (ref ? [ref] : []))
        const kept = changed.filter(({ ref }) => !dropped.includes(ref ?? { milestoneId: idOf(0), version: 0 }))
        const more = Array.from({ length: pick(3) }, () => ({ ...added, amount: 1 + pick(500_000) }))
        const draft = { ...rest, milestones: [...kept, ...more], dropped }
        const result = proposeChangeOrder(id, of, 'client', { draft, reason: 'x', isOtherOpen: false }, now)
        if (!result.ok) continue
        const order = { ...result.value.next, hash }
        const signed = acceptChangeOrder(order, of, 'creator', signing, now)
        if (!signed.ok) throw new Error(signed.refusal.code)
        const after_ = new Map(milestones.map(({ milestone }) => [milestone.id, milestone]))
        for (const { milestone } of [...signed.value.changed, ...signed.value.added])
          after_.set(milestone.id, milestone)
        for (const milestone of signed.value.dropped) after_.set(milestone.id, milestone)
        for (const { milestone: was } of milestones) {
          const is = after_.get(was.id)
          expect(is?.state === was.state || changeKindOf(was) === 'free').toBe(true)
          if (changeKindOf(was) !== 'free') expect(is?.amount).toBe(was.amount)
          if (changeKindOf(was) === 'grow') expect(is?.dueAt).toBeGreaterThanOrEqual(was.dueAt)
        }
        // What the contract says is what its milestones cost, and all of it is charged by one function.
        const { topUps } = signed.value
        const raised = [...after_.values()].map((milestone) => {
          const topUp = topUps.find(({ milestoneId }) => milestoneId === milestone.id)
          const amount = minor(milestone.amount + (topUp?.price ?? 0))
          const charged = split(milestone.amount, currentRates).clientPays + (topUp ? topUp.price + topUp.clientFee : 0)
          expect(charged).toBe(split(amount, currentRates).clientPays)
          return { ...milestone, amount }
        })
        const toppedUp = topUps.reduce((sum, { price, clientFee }) => sum + price + clientFee, 0)
        expect(topUpsOf(order).amount).toBe(toppedUp)
        const uncancelled = raised.filter(({ state }) => state !== 'cancelled')
        const fees = calculateOfferFees(order.content)
        expect(fees.price.amount).toBe(uncancelled.reduce((sum, { amount }) => sum + amount, 0))
        const charges = uncancelled.reduce((sum, { amount }) => sum + split(amount, currentRates).clientPays, 0)
        expect(fees.clientPays.amount).toBe(charges)
        const isUnfunded = (index: number) => uncancelled[index]?.state === 'awaiting_funding'
        const later = paymentsToCome(order.content, isUnfunded).amount
        const paid = uncancelled.filter(({ state }) => state !== 'awaiting_funding')
        expect(later + paid.reduce((sum, { amount }) => sum + split(amount, currentRates).clientPays, 0)).toBe(charges)
      }
    },
  )
})
