import { describe, expect, test } from 'vitest'
import { type StateMachine, allowedActions, parties, findTransition, applyTransition } from '../state-machine.ts'
import { commissionActions, commissionMachine, commissionStates } from './offers/commission-states.ts'
import { milestoneActions, milestoneMachine, milestoneStates } from './milestones/milestone-states.ts'
import { projectActions, projectMachine, projectStates } from './projects/project-states.ts'

/** The steps allowed today, written again by hand: `from action party > to`. Everything else is refused. */
const allowed = {
  project: `
    new open client > open
    draft open client > open
    open request-offer client > open
    active request-offer client > active
    open activate system > active
    active complete system > completed
    draft cancel client > cancelled
    draft cancel admin > cancelled
    open cancel client > cancelled
    open cancel admin > cancelled
    active cancel client > cancelled
    active cancel admin > cancelled
    paused cancel client > cancelled
    paused cancel admin > cancelled`,
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
    submitted approve admin > approved
    submitted auto-approve system > approved
    approved release system > released
    draft cancel system > cancelled
    awaiting_funding cancel system > cancelled`,
}

/** Steps that are defined but not available yet. */
const notYetAvailable = {
  project: ['new save-draft', 'active pause', 'paused resume', 'active complete-together', 'completed archive'],
  commission: ['new make-offer', 'active amend', 'active cancel'],
  milestone: [
    ...['funded', 'in_progress', 'submitted', 'changes_requested']
      .flatMap((from) => ['split', 'split-part', 'dispute', 'refund'].map((action) => `${from} ${action}`))
      .filter((row) => row !== 'submitted refund'),
    ...['end-dispute', 'award-creator', 'award-client', 'award-both'].map((action) => `disputed ${action}`),
    'refunding confirm-refund',
    'refunding fail-refund',
    'refund_failed retry-refund',
    'draft cancel-together',
    'awaiting_funding cancel-together',
  ],
}

function expectTable<State extends string, Action extends string>(
  machine: StateMachine<State, Action>,
  states: readonly State[],
  actions: readonly Action[],
  rows: string,
  laterRows: readonly string[],
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
      const kind = !whose ? 'conflict' : whose.includes(by) ? 'unavailable' : 'not-allowed'
      expect(result.ok ? result.value : result.refusal.kind, `${name} ${by}`).toBe(to ?? kind)
      expect(to === undefined && kind === 'unavailable').toBe(Boolean(whose?.includes(by) && laterRows.includes(name)))
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
  test('every step that is not available yet is listed, and no step is duplicated', () => {
    const marked = machine.transitions
      .filter((step) => step.notYetAvailable)
      .map((step) => `${step.from ?? 'new'} ${step.action}`)
    expect(marked.toSorted()).toEqual([...laterRows].toSorted())
    const keys = machine.transitions.map((step) => `${step.from} ${step.action}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
  test('a guest has no actions', () => {
    expect(states.flatMap((state) => allowedActions(machine, state, 'guest'))).toEqual([])
  })
}

describe('project', () => {
  expectTable(projectMachine, projectStates, projectActions, allowed.project, notYetAvailable.project)
})
describe('commission', () => {
  expectTable(commissionMachine, commissionStates, commissionActions, allowed.commission, notYetAvailable.commission)
})
describe('milestone', () => {
  expectTable(milestoneMachine, milestoneStates, milestoneActions, allowed.milestone, notYetAvailable.milestone)
})
