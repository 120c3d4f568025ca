import { describe, expect, test } from 'vitest'
import { type StateMachine, allowedActions, parties, findTransition, applyTransition } from '../state-machine.ts'
import { commissionActions, commissionMachine, commissionStates } from './offers/commission-states.ts'
import { milestoneActions, milestoneMachine, milestoneStates } from './milestones/milestone-states.ts'
import { changeOrderActions, changeOrderMachine, changeOrderStates } from './change-orders/change-order-states.ts'
import { settlementActions, settlementMachine, settlementStates } from './settlements/settlement-states.ts'
import { disputeActions, disputeMachine, disputeStates } from './disputes/dispute-states.ts'
import { topUpActions, topUpMachine, topUpStates } from './change-orders/top-up-states.ts'
import {
  projectProposalActions,
  projectProposalMachine,
  projectProposalStates,
} from './projects/project-proposal-states.ts'
import { projectActions, projectMachine, projectStates } from './projects/project-states.ts'

/** The steps allowed today, written again by hand: `from action party > to`. Everything else is refused. */
const allowed = {
  project: `
    new open client > open
    open request-offer client > open
    active request-offer client > active
    open activate system > active
    active complete client > completed
    active complete system > completed
    active complete-together client > completed
    active complete-together creator > completed
    open cancel client > cancelled
    active cancel client > cancelled`,
  projectProposal: `
    new make-proposal client > open
    new make-proposal creator > open
    open consent-to-proposal client > open
    open consent-to-proposal creator > open
    open accept-proposal client > accepted
    open accept-proposal creator > accepted
    open decline-proposal client > declined
    open decline-proposal creator > declined
    open withdraw-proposal client > withdrawn
    open withdraw-proposal creator > withdrawn
    open outdate-proposal system > outdated`,
  commission: `
    new request client > requested
    requested make-offer creator > offered
    offered make-offer creator > offered
    countered make-offer creator > offered
    offered counter-offer client > countered
    countered accept-counter creator > offered
    countered return-offer creator > offered
    offered accept-offer client > accepted
    accepted activate system > active
    requested decline creator > declined
    offered decline client > declined
    countered decline creator > declined
    requested withdraw client > withdrawn
    offered withdraw creator > withdrawn
    countered withdraw client > withdrawn
    requested expire system > expired
    offered expire system > expired
    countered expire system > expired
    accepted expire system > expired
    active amend system > active
    active complete system > completed
    active close system > cancelled`,
  milestone: `
    draft agree system > awaiting_funding
    awaiting_funding fund client > funding
    funding confirm-funding system > funded
    funding fail-funding system > awaiting_funding
    funded start creator > in_progress
    funded start system > in_progress
    funded add-deliverable creator > in_progress
    in_progress add-deliverable creator > in_progress
    changes_requested add-deliverable creator > changes_requested
    in_progress submit creator > submitted
    changes_requested submit creator > submitted
    submitted withdraw-submission creator > in_progress
    submitted request-changes client > changes_requested
    submitted approve client > approved
    submitted auto-approve system > approved
    approved release system > released
    funded refund creator > refunding
    in_progress refund creator > refunding
    changes_requested refund creator > refunding
    funded refund-part creator > funded
    in_progress refund-part creator > in_progress
    changes_requested refund-part creator > changes_requested
    funded request-extension creator > funded
    in_progress request-extension creator > in_progress
    changes_requested request-extension creator > changes_requested
    funded grant-extension client > funded
    in_progress grant-extension client > in_progress
    changes_requested grant-extension client > changes_requested
    funded decline-extension client > funded
    in_progress decline-extension client > in_progress
    changes_requested decline-extension client > changes_requested
    funded move-due-date client > funded
    in_progress move-due-date client > in_progress
    changes_requested move-due-date client > changes_requested
    funded give-notice client > funded
    in_progress give-notice client > in_progress
    changes_requested give-notice client > changes_requested
    funded claim-refund client > refunding
    in_progress claim-refund client > refunding
    changes_requested claim-refund client > refunding
    funded claim-rest client > split
    in_progress claim-rest client > split
    changes_requested claim-rest client > split
    funded refund-unsubmitted system > refunding
    in_progress refund-unsubmitted system > refunding
    funded refund-unsubmitted-rest system > split
    in_progress refund-unsubmitted-rest system > split
    in_progress add-round creator > in_progress
    changes_requested add-round creator > changes_requested
    submitted add-round creator > submitted
    submitted request-round client > submitted
    funded refund-rest creator > split
    in_progress refund-rest creator > split
    changes_requested refund-rest creator > split
    funded lose-chargeback system > charged_back
    in_progress lose-chargeback system > charged_back
    submitted lose-chargeback system > charged_back
    changes_requested lose-chargeback system > charged_back
    approved lose-chargeback system > charged_back
    refunding lose-chargeback system > charged_back
    refund_failed lose-chargeback system > charged_back
    funded lose-chargeback-part system > funded
    in_progress lose-chargeback-part system > in_progress
    submitted lose-chargeback-part system > submitted
    changes_requested lose-chargeback-part system > changes_requested
    approved lose-chargeback-part system > approved
    released refund-released creator > released
    split refund-released creator > split
    refunding confirm-refund system > refunded
    refunding fail-refund system > refund_failed
    refund_failed confirm-refund system > refunded
    refund_failed retry-refund system > refunding
    funded settle system > split
    in_progress settle system > split
    changes_requested settle system > split
    submitted settle system > split
    funded settle-refund system > refunding
    in_progress settle-refund system > refunding
    changes_requested settle-refund system > refunding
    submitted settle-refund system > refunding
    funded settle-part system > funded
    in_progress settle-part system > in_progress
    changes_requested settle-part system > changes_requested
    submitted settle-part system > submitted
    awaiting_funding amend system > awaiting_funding
    funded amend system > funded
    in_progress amend system > in_progress
    changes_requested amend system > changes_requested
    submitted amend system > submitted
    funded open-dispute client > disputed
    in_progress open-dispute client > disputed
    changes_requested open-dispute client > disputed
    submitted open-dispute client > disputed
    funded open-dispute creator > disputed
    in_progress open-dispute creator > disputed
    changes_requested open-dispute creator > disputed
    submitted open-dispute creator > disputed
    disputed resume-funded system > funded
    disputed resume-in-progress system > in_progress
    disputed resume-changes system > changes_requested
    disputed resume-review system > submitted
    disputed award-all system > released
    disputed award-shares system > split
    disputed award-refund system > refunding
    draft cancel system > cancelled
    awaiting_funding cancel system > cancelled`,
  settlement: `
    new propose-settlement client > open
    new propose-settlement creator > open
    open accept-settlement client > accepted
    open accept-settlement creator > accepted
    open decline-settlement client > declined
    open decline-settlement creator > declined
    open counter-settlement client > countered
    open counter-settlement creator > countered
    open withdraw-settlement client > withdrawn
    open withdraw-settlement creator > withdrawn
    open expire-settlement system > expired
    open outdate-settlement system > outdated`,
  changeOrder: `
    new propose-change-order client > open
    new propose-change-order creator > open
    open accept-change-order client > accepted
    open accept-change-order creator > accepted
    open decline-change-order client > declined
    open decline-change-order creator > declined
    open counter-change-order client > countered
    open counter-change-order creator > countered
    open withdraw-change-order client > withdrawn
    open withdraw-change-order creator > withdrawn
    open expire-change-order system > expired
    open outdate-change-order system > outdated`,
  dispute: `
    new open-dispute client > open
    new open-dispute creator > open
    open answer-dispute client > mediation
    open answer-dispute creator > mediation
    mediation answer-dispute client > mediation
    mediation answer-dispute creator > mediation
    open pass-answer-date system > mediation
    mediation end-mediation system > deciding
    deciding decide-dispute admin > reviewable
    reviewable ask-review client > reviewing
    reviewable ask-review creator > reviewing
    reviewable waive-review client > reviewable
    reviewable waive-review creator > reviewable
    reviewable take-effect system > decided
    reviewing take-effect system > decided
    reviewing decide-review admin > decided
    deciding propose-decision admin > deciding
    deciding confirm-decision admin > reviewable
    deciding drop-decision admin > deciding
    deciding drop-decision system > deciding
    reviewing propose-decision admin > reviewing
    reviewing confirm-decision admin > decided
    reviewing drop-decision admin > reviewing
    reviewing drop-decision system > reviewing
    open offer-terms client > open
    open offer-terms creator > open
    mediation offer-terms client > mediation
    mediation offer-terms creator > mediation
    deciding offer-terms client > deciding
    deciding offer-terms creator > deciding
    reviewable offer-terms client > reviewable
    reviewable offer-terms creator > reviewable
    reviewing offer-terms client > reviewing
    reviewing offer-terms creator > reviewing
    open accept-terms client > settled
    open accept-terms creator > settled
    mediation accept-terms client > settled
    mediation accept-terms creator > settled
    deciding accept-terms client > settled
    deciding accept-terms creator > settled
    reviewable accept-terms client > settled
    reviewable accept-terms creator > settled
    reviewing accept-terms client > settled
    reviewing accept-terms creator > settled
    open decline-terms client > open
    open decline-terms creator > open
    mediation decline-terms client > mediation
    mediation decline-terms creator > mediation
    deciding decline-terms client > deciding
    deciding decline-terms creator > deciding
    reviewable decline-terms client > reviewable
    reviewable decline-terms creator > reviewable
    reviewing decline-terms client > reviewing
    reviewing decline-terms creator > reviewing
    open withdraw-dispute client > withdrawn
    open withdraw-dispute creator > withdrawn
    mediation withdraw-dispute client > withdrawn
    mediation withdraw-dispute creator > withdrawn
    deciding withdraw-dispute client > withdrawn
    deciding withdraw-dispute creator > withdrawn
    open close-dispute system > closed
    mediation close-dispute system > closed
    deciding close-dispute system > closed
    reviewable close-dispute system > closed
    reviewing close-dispute system > closed`,
  topUp: `
    new request-top-up system > waiting
    waiting fund-top-up client > paying
    paying confirm-top-up system > paid
    paying fail-top-up system > waiting
    waiting expire-top-up system > expired
    paying expire-top-up system > expired
    waiting close-top-up system > closed
    paying close-top-up system > closed`,
}

function expectTable<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  states: readonly State[],
  actions: readonly Action[],
  rows: string,
  /** The state of a new row that no step brings into being. */
  initial?: State,
) {
  const expected = new Map(
    rows
      .trim()
      .split('\n')
      .map((row) => row.trim().split(' > ') as [string, string]), // Every row above has two parts.
  )
  const cases = [null, ...states].flatMap((from) =>
    actions.flatMap((action) => parties.map((by) => ({ from, action, by, name: `${from ?? 'new'} ${action}` }))),
  )
  test(`${cases.length} combinations of state, action and actor`, () => {
    for (const { from, action, by, name } of cases) {
      const to = expected.get(`${name} ${by}`)
      const row = from === null ? null : { state: from, version: 3 }
      const result = applyTransition(machine, row, action, by)
      const whose = findTransition(machine, from, action)?.allowedParties
      const kind = whose ? 'not-allowed' : 'conflict'
      expect(result.ok ? result.value : result.refusal.kind, `${name} ${by}`).toBe(to ?? kind)
      expect(allowedActions(machine, from, by).includes(action)).toBe(to !== undefined)
    }
  })
  test('an allowed step is refused when another version is expected', () => {
    for (const { from, action, by } of cases.filter((one) => expected.has(`${one.name} ${one.by}`))) {
      if (from === null) continue
      const row = { state: from, version: 3 }
      expect(applyTransition(machine, row, action, by, 3).ok).toBe(true)
      expect(applyTransition(machine, row, action, by, 2)).toMatchObject({
        refusal: { kind: 'conflict', detail: { current: 3 } },
      })
    }
  })
  test('no step is duplicated, and every state and action is in some step', () => {
    const keys = machine.transitions.map((step) => `${step.from} ${step.action}`)
    expect(new Set(keys).size).toBe(keys.length)
    const reached = new Set(machine.transitions.map((step) => step.to))
    expect(states.filter((state) => !reached.has(state) && state !== initial)).toEqual([])
    const taken = new Set(machine.transitions.map((step) => step.action))
    expect(actions.filter((action) => !taken.has(action))).toEqual([])
  })
}

describe('project', () => {
  expectTable(projectMachine, projectStates, projectActions, allowed.project)
  expectTable(projectProposalMachine, projectProposalStates, projectProposalActions, allowed.projectProposal)
})
describe('commission', () => {
  expectTable(commissionMachine, commissionStates, commissionActions, allowed.commission)
})
describe('milestone', () => {
  expectTable(milestoneMachine, milestoneStates, milestoneActions, allowed.milestone, 'draft')
})
describe('settlement', () => {
  expectTable(settlementMachine, settlementStates, settlementActions, allowed.settlement)
})

describe('change order', () => {
  expectTable(changeOrderMachine, changeOrderStates, changeOrderActions, allowed.changeOrder)
})
describe('top-up', () => {
  expectTable(topUpMachine, topUpStates, topUpActions, allowed.topUp)
})
describe('dispute', () => {
  expectTable(disputeMachine, disputeStates, disputeActions, allowed.dispute)
})
