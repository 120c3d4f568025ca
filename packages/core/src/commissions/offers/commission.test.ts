import { describe, expect, test } from 'vitest'
import { type CommissionId, type OfferVersionId, type UserId } from '../../ids.ts'
import { currentRates } from '../../money/rates.ts'
import { ok, type Result } from '../../result.ts'
import { findTransition, parties, type Party } from '../../state-machine.ts'
import { after, day } from '../../time/instant.ts'
import { agreementOf, type Commission, type OfferRef, partyOf } from '../agreement.ts'
import { type CommissionProgress, type MilestoneProgress, pendingActionsIn } from '../pending-actions.ts'
import { commissionActionsFor, offeredCommissionActionsFor, projectActionsFor } from '../actions.ts'
import { checkBriefFiles } from '../projects/brief.ts'
import { projectStates } from '../projects/project-states.ts'
import { activateProject, cancelProject, completeProject, openProject } from '../projects/project.ts'
import {
  commissionIn,
  draft,
  formerOffer,
  forActions,
  hash,
  ids,
  milestoneIn,
  now,
  project,
} from '../testing/fixtures.ts'
import {
  type CommissionAction,
  commissionMachine,
  type CommissionState,
  commissionStates,
} from './commission-states.ts'
import {
  activateCommission,
  type CreatorForRequests,
  decline,
  endCommission,
  amendCommission,
  expireCommission,
  requestCommission,
  withdraw,
} from './commission.ts'
import { checkOffer } from './offer-content.ts'
import { acceptOffer, acceptCounter, returnOffer, checkAcceptance, counterOffer, makeOffer } from './offer.ts'

const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)
const second = { offerId: 'offer-2' as OfferVersionId, hash: 'b'.repeat(64), expected: 1 }
const accepting = { offerId: ids.offer, hash, termsVersion: 1, expected: 1 }
const accept = (commission: Commission, by: Party, input = accepting, at = now) => {
  const checked = checkAcceptance(commission, by, input, 1, at)
  return checked.ok ? ok(acceptOffer(checked.value, input.termsVersion, currentRates, at)) : checked
}
const reason = { reason: ' too dear ', expected: 1 }

const verbs: Partial<Record<CommissionAction, (c: Commission, by: Party) => Result<{ next: Commission }>>> = {
  'make-offer': (c, by) => makeOffer(c, by, second, now),
  'counter-offer': (c, by) => counterOffer(c, by, { ...second, reason: 'Less' }, now),
  'accept-counter': (c, by) => acceptCounter(c, by, { offerId: ids.offer, hash, expected: 1 }, now),
  'return-offer': (c, by) => returnOffer(c, by, { ...formerOffer, expected: 1 }, now),
  'accept-offer': (c, by) => accept(c, by),
  decline: (c, by) => decline(c, by, reason),
  withdraw: (c, by) => withdraw(c, by, reason),
}
const systemVerbs: Partial<Record<CommissionAction, (c: Commission) => Result<{ next: Commission }>>> = {
  activate: activateCommission,
  expire: (c) => expireCommission(c, [], after(now, day)),
  complete: (c) => endCommission(c, ['released', 'cancelled'], currentRates, now),
  amend: (c) => amendCommission(c, second),
  close: (c) => endCommission(c, ['cancelled'], currentRates, now),
}

const actionsFor = (commission: Commission, by: Party, at = now) =>
  commissionActionsFor({ expiresAt: null, ...commission }, by, at)

describe('every action follows the state table', () => {
  for (const [name, run] of Object.entries({ ...verbs, ...systemVerbs })) {
    // The keys of the two records above are actions.
    const action = name as CommissionAction
    for (const state of commissionStates) {
      for (const by of action in verbs ? parties : (['system'] as const)) {
        const step = findTransition(commissionMachine, state, action)
        const allowed = step?.allowedParties.includes(by) ?? false
        test(`${state}: ${by} ${allowed ? 'may' : 'may not'} ${action}`, () => {
          const commission = commissionIn(state)
          const result = run(commission, by)
          const led = result.ok ? [result.value.next.state, result.value.next.version] : 'refused'
          expect(led).toEqual(allowed ? [step?.to, 2] : 'refused')
          expect(actionsFor(commission, by).includes(action)).toBe(allowed)
        })
      }
    }
  }
})

describe('negotiation', () => {
  test('an acceptance names the current version by id and hash, under the terms in force', () => {
    const run = (change: object) => codeOf(accept(commissionIn('offered'), 'client', { ...accepting, ...change }))
    expect(run({ hash: 'b' })).toBe('offer.other-version')
    expect(run({ offerId: 'offer-0' })).toBe('offer.other-version')
    expect(run({ termsVersion: 0 })).toBe('consent.outdated')
    expect(run({ expected: 0 })).toBe('commission.stale')
    expect(codeOf(accept(commissionIn('offered'), 'client', accepting, after(now, day)))).toBe('offer.expired')
  })
  test('an acceptance leaves 7 days to fund', () => {
    expect(verbs['accept-offer']?.(commissionIn('offered'), 'client')).toMatchObject({
      value: { next: { expiresAt: after(now, 7 * day) } },
    })
  })
  test('an edited offer needs a different text and expires 14 days later', () => {
    const same = makeOffer(commissionIn('offered'), 'creator', { offerId: second.offerId, hash, expected: 1 }, now)
    expect(codeOf(same)).toBe('offer.unchanged')
    expect(makeOffer(commissionIn('offered'), 'creator', second, now)).toMatchObject({
      value: {
        next: { current: { hash: second.hash }, expiresAt: after(now, 14 * day) },
        event: { data: { edited: true } },
      },
    })
  })
  test('a counter-offer needs a reason, and the creator can agree to it or return to the previous version', () => {
    const offered = commissionIn('offered')
    expect(codeOf(counterOffer(offered, 'client', { ...second, reason: ' ' }, now))).toBe('offer.reason-missing')
    const countered = counterOffer(offered, 'client', { ...second, reason: 'Less' }, now)
    if (!countered.ok) throw new Error('expected a counter-offer')
    const { next } = countered.value
    const [first, counter] = [
      { offerId: ids.offer, hash },
      { offerId: second.offerId, hash: second.hash },
    ]
    const answers = { 'accept-counter': acceptCounter, 'return-offer': returnOffer }
    const answer = (action: keyof typeof answers, ref: OfferRef, at = now) =>
      answers[action](next, 'creator', { ...ref, expected: 2 }, at)
    expect(answer('return-offer', first)).toMatchObject({
      value: { next: { state: 'offered', current: first, former: counter }, event: { type: 'offer.returned' } },
    })
    expect(answer('accept-counter', counter)).toMatchObject({
      value: { next: { state: 'offered', current: counter, former: first }, event: { type: 'offer.counter-accepted' } },
    })
    expect([answer('return-offer', counter), answer('accept-counter', first)].map(codeOf)).toEqual([
      'offer.other-version',
      'offer.other-version',
    ])
    expect(codeOf(answer('accept-counter', counter, after(now, 15 * day)))).toBe('offer.expired')
  })
  test('a step that is refused because the offer has expired is not listed either', () => {
    const offered = actionsFor(commissionIn('offered'), 'client', after(now, day))
    expect(offered).toEqual(['decline'])
    expect(actionsFor(commissionIn('countered'), 'creator', after(now, day))).toEqual(['make-offer', 'decline'])
  })
  test('a request is allowed once, to a creator who accepts commissions, and never to the client themselves', () => {
    const creator = { id: ids.creator, accepting: 'open', others: [] } as const
    const run = (change: object = {}, of = project, by: UserId = ids.client) =>
      codeOf(requestCommission('c' as CommissionId, of, by, { ...creator, ...change }, now))
    expect(run()).toBe('ok')
    expect(run({ accepting: 'waiting-list' })).toBe('ok')
    expect(run({ accepting: 'closed' })).toBe('commission.creator-closed')
    expect(run({ id: ids.client })).toBe('commission.own-project')
    expect(run({ others: ['active'] })).toBe('commission.already-requested')
    expect(run({ others: ['declined', 'expired'] })).toBe('ok')
    expect(run({}, { ...project, state: 'cancelled' })).toBe('commission.project-not-open')
    expect(run({}, project, ids.creator)).toBe('commission.not-your-step')
  })
  test('nothing expires too early or during a payment', () => {
    const accepted = commissionIn('accepted')
    expect(codeOf(expireCommission(accepted, [], now))).toBe('commission.too-early')
    expect(codeOf(expireCommission(accepted, ['funding'], after(now, day)))).toBe('commission.payment-in-progress')
  })
  test('a commission ends when all its milestones have ended', () => {
    expect(codeOf(endCommission(commissionIn('active'), ['released', 'submitted'], currentRates, now))).toBe(
      'commission.milestones-open',
    )
    expect(endCommission(commissionIn('active'), ['released'], currentRates, now)).toMatchObject({
      value: { event: { data: { reviewsCloseAt: after(now, 14 * day) } } },
    })
  })
  test('an agreement carries the frozen terms of the accepted version and knows its two parties', () => {
    const content = checkOffer(draft, now)
    if (!content.ok) throw new Error('expected valid content')
    expect(agreementOf(commissionIn('accepted'), content.value)).toMatchObject({ rates: currentRates, reviewRounds: 2 })
    const sides = [ids.client, ids.creator, 'x' as UserId].map((id) => partyOf(commissionIn('active'), id))
    expect(sides).toEqual(['client', 'creator', undefined])
  })
})

describe('projects', () => {
  test('open with a brief, become active once, complete 30 days after the last release', () => {
    const brief = { title: ' Lobby ', text: 'A lobby', skills: ['props', ' props'], budget: null }
    expect(openProject(ids.project, ids.client, brief)).toMatchObject({
      value: { brief: { title: 'Lobby', skills: ['props'] }, next: { state: 'open', title: 'Lobby' } },
    })
    expect(activateProject(project, ids.creator)).toMatchObject({ value: { next: { state: 'active' } } })
    const active = { ...project, state: 'active' } as const
    expect(codeOf(activateProject(active, ids.creator))).toBe('project.not-open')
    const done = {
      commissions: ['completed'],
      milestones: ['released'],
      lastReleaseAt: now,
      creatorIds: [ids.creator],
    } as const
    const complete = (days: number) =>
      codeOf(completeProject(active, 'system', { ...done, now: after(now, days * day) }))
    expect([complete(29), complete(30)]).toEqual(['project.too-early', 'ok'])
    const open = { ...done, milestones: ['funded'], now: after(now, 30 * day) } as const
    expect(codeOf(completeProject(active, 'system', open))).toBe('project.milestones-open')
  })
  test('are completed by their client alone right after the release, unless something is open or a creator has to agree', () => {
    const active = { ...project, state: 'active' } as const
    const done = { commissions: ['completed', 'declined'], milestones: ['released', 'cancelled'] } as const
    const input = { ...done, lastReleaseAt: now, creatorIds: [], now, expected: active.version }
    const run = (change: object = {}) => codeOf(completeProject(active, 'client', { ...input, ...change }))
    expect(run()).toBe('ok')
    expect(run({ milestones: ['released', 'submitted'] })).toBe('project.milestones-open')
    expect(run({ commissions: ['completed', 'offered'] })).toBe('project.milestones-open')
    expect(run({ lastReleaseAt: null })).toBe('project.too-early')
    expect(run({ expected: 99 })).toBe('project.stale')
    expect(run({ creatorIds: [ids.creator] })).toBe('project.needs-consent')
    const actions = (change: object = {}) =>
      projectActionsFor(
        {
          state: 'active',
          isArchived: false,
          ...done,
          clientId: ids.client,
          creatorIds: [],
          isCompleting: false,
          ...change,
        },
        { id: ids.client, role: 'client' },
      )
    expect(actions()).toContain('complete')
    expect(actions({ milestones: ['cancelled'] })).not.toContain('complete')
    expect(actions({ commissions: ['completed', 'requested'] })).not.toContain('complete')
    expect(actions()).toContain('cancel')
    expect(actions({ milestones: ['released', 'funded'] })).not.toContain('cancel')
    expect(actions({ commissions: ['active'] })).not.toContain('cancel')
  })
  test.each([
    ['brief.title-missing', { title: ' ' }],
    ['brief.text-missing', { text: '' }],
    ['brief.too-long', { title: 'x'.repeat(121) }],
    ['brief.too-many-skills', { skills: Array.from({ length: 21 }, (_, i) => `${i}`) }],
    ['brief.budget-negative', { budget: { from: -1, to: 5, currency: 'EUR' } }],
    ['brief.budget-reversed', { budget: { from: 6, to: 5, currency: 'EUR' } }],
    ['money.unknown-currency', { budget: { from: 1, to: 5, currency: 'XXX' } }],
    ['money.too-large', { budget: { from: 1, to: 2 ** 53, currency: 'EUR' } }],
  ])('an invalid brief is refused: %s', (code, change) => {
    const brief = { title: 'Lobby', text: 'A lobby', skills: [], budget: null }
    expect(codeOf(openProject(ids.project, ids.client, { ...brief, ...change }))).toBe(code)
  })
  test.each([
    ['ok', [], 5],
    ['ok', ['model', 'image', 'video', 'document'], 5],
    ['brief.unsupported-file', ['image', 'archive'], 2],
    ['brief.too-many-files', ['image'], 6],
  ] as const)('files of a brief: %s for %j where it would have %i', (code, kinds, total) => {
    const checked = checkBriefFiles(kinds, total)
    expect(codeOf(checked)).toBe(code)
    if (code === 'brief.unsupported-file') expect(checked).toMatchObject({ refusal: { field: 'assetIds.1' } })
  })
  test('are cancelled by their client only without money in escrow and without an agreement', () => {
    const input = { reason: '', expected: 1, commissions: [], milestones: [] }
    const run = (by: Party, change: object = {}) => codeOf(cancelProject(project, by, { ...input, ...change }))
    expect([run('client'), run('admin'), run('creator')]).toEqual([
      'ok',
      'project.not-your-step',
      'project.not-your-step',
    ])
    expect(run('client', { milestones: ['funding'] })).toBe('project.money-in-escrow')
    expect(run('client', { milestones: ['awaiting_funding'], commissions: ['accepted'] })).toBe(
      'project.commission-active',
    )
    const over = projectStates.filter((state) => codeOf(cancelProject({ ...project, state }, 'client', input)) !== 'ok')
    expect(over).toEqual(['completed', 'cancelled'])
  })
})

test('a client asks the creator of a completed commission again, while the creator takes requests', () => {
  const again = (state: CommissionState, viewer: Party, accepting: CreatorForRequests['accepting'] | undefined) => {
    const creator = accepting && { id: ids.creator, accepting }
    const commission = {
      state,
      expiresAt: null,
      clientId: ids.client,
      creator,
      milestones: [],
      isSettling: false,
      isChanging: false,
    }
    return offeredCommissionActionsFor(commission, viewer, now).includes('request-again')
  }
  expect(
    (['open', 'waiting-list', 'closed', undefined] as const).map((one) => again('completed', 'client', one)),
  ).toEqual([true, true, false, false])
  expect(again('completed', 'creator', 'open')).toBe(false)
  expect(commissionStates.filter((state) => again(state, 'client', 'open'))).toEqual(['completed'])
})

describe('pending actions', () => {
  const everything = <A extends string>(actions: A[]) => actions
  const progressOf = (
    state: (typeof commissionStates)[number],
    states: readonly MilestoneProgress['state'][],
    more: Partial<Pick<MilestoneProgress, 'round' | 'rounds' | 'frozen' | 'clock'>> = {},
  ) => {
    // A row has the fields of every state, as a test of any of them may.
    const milestones = states.map((milestoneState) => ({
      ...forActions(milestoneIn('funded')),
      dueAt: now,
      attemptExpiresAt: now,
      reviewEndsAt: now,
      ...more,
      state: milestoneState,
    }))
    const reviews = { closeAt: after(now, day), written: ['client'] }
    const progress = { id: ids.commission, state, expiresAt: now, reviews, milestones, settlement: null, disputes: [] }
    return progress as unknown as CommissionProgress
  }
  const verbsOf = (progress: CommissionProgress, offerable = everything) =>
    pendingActionsIn(progress, now, offerable).map(({ party, action, deadline }) =>
      [party, action, deadline?.onTimeout].join(' '),
    )
  test.each([
    ['requested', [], ['creator answer-request expires']],
    ['offered', [], ['client answer-offer expires']],
    ['countered', [], ['creator answer-counter-offer expires']],
    ['accepted', ['awaiting_funding', 'awaiting_funding'], ['client fund expires']],
    ['active', ['released', 'awaiting_funding'], ['client fund ']],
    ['active', ['submitted', 'awaiting_funding'], ['client review-version approves']],
    ['active', ['funding'], ['client confirm-payment cancels']],
    ['active', ['funded'], ['creator start ']],
    ['active', ['in_progress'], ['creator deliver ']],
    ['active', ['changes_requested'], ['creator rework ']],
    ['completed', ['released'], ['creator write-review ']],
    ['declined', [], []],
    ['withdrawn', [], []],
    ['expired', [], []],
    ['cancelled', [], []],
  ] as const)('%s %s', (state, milestones, expected) => {
    expect(verbsOf(progressOf(state, milestones))).toEqual(expected)
  })
  test('a request for more time waits on the client, and so does the escrow once a notice has run out', () => {
    const { clock } = milestoneIn('in_progress')
    const extension = { dueAt: after(now, day), reason: 'Ill', at: now }
    const waitsWith = (more: Partial<typeof clock>) =>
      verbsOf(progressOf('active', ['in_progress'], { clock: { ...clock, ...more } }))
    expect(waitsWith({ extension })).toEqual(['client answer-extension ', 'creator deliver '])
    expect(waitsWith({ noticeEndsAt: now })).toEqual(['client claim-refund ', 'creator deliver '])
    expect(waitsWith({ noticeEndsAt: after(now, 1) })).toEqual(['creator deliver '])
  })
  test('a step that no party is offered is not pending: paid ones without payments, and those of a frozen milestone', () => {
    const unpaid = <A extends string>(actions: A[]) => actions.filter((one) => one !== 'fund' && one !== 'approve')
    const nextFunding = progressOf('active', ['released', 'awaiting_funding'])
    expect(verbsOf(nextFunding, unpaid)).toEqual([])
    expect(verbsOf(progressOf('active', ['awaiting_funding'], { frozen: true }))).toEqual([])
    expect(verbsOf(progressOf('active', ['submitted']), unpaid)).toEqual(['client review-version approves'])
    expect(verbsOf(progressOf('active', ['submitted'], { round: 2 }), unpaid)).toEqual([])
  })
})
