import { describe, expect, test } from 'vitest'
import { type ProjectProposalId, type UserId } from '../../ids.ts'
import { type Result } from '../../result.ts'
import { type Project } from '../agreement.ts'
import { projectActionsFor } from '../actions.ts'
import { ids, now, project } from '../testing/fixtures.ts'
import { projectProposalStates } from './project-proposal-states.ts'
import {
  acceptProjectProposal,
  declineProjectProposal,
  makeProjectProposal,
  type ProjectProposal,
  projectProposalActionsFor,
  withdrawProjectProposal,
} from './project-proposal.ts'

const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)
const { client, creator } = ids
const second = 'creator-2' as UserId
const stranger = 'creator-3' as UserId
const active: Project = { ...project, state: 'active', version: 4 }
const work = {
  commissions: ['completed', 'completed', 'declined'],
  milestones: ['released', 'split', 'cancelled'],
  lastReleaseAt: now,
  now,
} as const
const open: ProjectProposal = {
  id: 'proposal-1' as ProjectProposalId,
  projectId: ids.project,
  authorId: creator,
  state: 'open',
  version: 1,
  waitingFor: [client, second],
}

const make = (by: UserId, change: object = {}, one = active) =>
  makeProjectProposal(open.id, one, by, {
    ...work,
    creatorIds: [creator, second],
    isOtherOpen: false,
    expected: one.version,
    ...change,
  })
const accept = (proposal: ProjectProposal, by: UserId, change: object = {}, one = active) =>
  acceptProjectProposal(proposal, one, by, { ...work, expected: 1, ...change })

describe('a proposal to complete a project', () => {
  test('asks everyone else who has a part in the work', () => {
    const asked = [client, creator, second].map((by) => {
      const made = make(by)
      return made.ok && made.value.next.waitingFor
    })
    expect(asked).toEqual([
      [creator, second],
      [client, second],
      [client, creator],
    ])
    expect(make(creator)).toMatchObject({ value: { event: { data: { authorId: creator, proposalId: open.id } } } })
  })

  test.each<[string, UserId, object]>([
    ['project.not-your-step', stranger, {}],
    ['project-proposal.already-open', client, { isOtherOpen: true }],
    ['project-proposal.no-one-to-ask', client, { creatorIds: [] }],
    ['project.stale', client, { expected: 3 }],
    ['project.milestones-open', creator, { milestones: ['released', 'disputed'] }],
    ['project.milestones-open', creator, { milestones: ['released', 'refunding'] }],
    ['project.milestones-open', client, { commissions: ['completed', 'requested'] }],
    ['project.milestones-open', client, { commissions: ['completed', 'active'] }],
    ['project.too-early', client, { lastReleaseAt: null }],
  ])('is refused with %s to %s with %j', (code, by, change) => {
    expect(codeOf(make(by, change))).toBe(code)
  })

  test.each(['open', 'completed', 'cancelled'] as const)('is refused in a project that is %s', (state) => {
    expect(codeOf(make(client, {}, { ...active, state }))).toBe('project.not-active')
    expect(codeOf(accept(open, client, {}, { ...active, state }))).toBe('project.not-active')
  })

  test('completes the project once the last of those it asks agrees, and not before', () => {
    const first = accept(open, client)
    if (!first.ok) throw new Error('the client may agree')
    expect(first.value).toMatchObject({
      next: { state: 'open', version: 1, waitingFor: [second] },
      completed: undefined,
      event: { type: 'project-proposal.consented' },
    })
    expect(codeOf(accept(first.value.next, client)), 'a second press').toBe('project-proposal.not-your-step')
    expect(accept(first.value.next, second)).toMatchObject({
      value: {
        next: { state: 'accepted', version: 2, waitingFor: [] },
        completed: { state: 'completed', version: 5 },
        event: { type: 'project.completed', data: { proposalId: open.id } },
      },
    })
  })

  test('does not complete a project in which work has begun again', () => {
    expect(codeOf(accept(open, client, { commissions: ['completed', 'requested'] }))).toBe('project.milestones-open')
  })

  test('keeps the reason of the one who declines, and is withdrawn by its author', () => {
    expect(declineProjectProposal(open, active, client, { expected: 1, reason: ' A hall is missing ' })).toMatchObject({
      value: { next: { state: 'declined', version: 2 }, event: { data: { reason: 'A hall is missing' } } },
    })
    expect(withdrawProjectProposal(open, active, creator, { expected: 1 })).toMatchObject({
      value: { next: { state: 'withdrawn', version: 2 }, event: { type: 'project-proposal.withdrawn' } },
    })
  })

  const users = { author: creator, client, second, stranger }
  /** Who may do what with an open proposal, written by hand; in every other state no one may do anything. */
  const allowed = ['author withdraw', 'client accept', 'client decline', 'second accept', 'second decline']
  test.each(projectProposalStates)('in the state %s offers and allows exactly the steps of the table', (state) => {
    const proposal = { ...open, state }
    const steps = {
      accept: (by: UserId) => accept(proposal, by),
      decline: (by: UserId) => declineProjectProposal(proposal, active, by, { expected: 1, reason: '' }),
      withdraw: (by: UserId) => withdrawProjectProposal(proposal, active, by, { expected: 1 }),
    }
    for (const [name, by] of Object.entries(users)) {
      const offered = projectProposalActionsFor(proposal, by)
      for (const step of ['accept', 'decline', 'withdraw'] as const) {
        const isAllowed = state === 'open' && allowed.includes(`${name} ${step}`)
        const refused = state === 'open' ? 'project-proposal.not-your-step' : 'project-proposal.not-open'
        expect(codeOf(steps[step](by)), `${name} ${step}`).toBe(isAllowed ? 'ok' : refused)
        expect(offered.includes(`${step}-proposal`), `${name} is offered ${step}`).toBe(isAllowed)
      }
    }
    expect(codeOf(withdrawProjectProposal(open, active, creator, { expected: 9 }))).toBe('project-proposal.not-open')
  })

  test('is offered to those who have a part in the work while none is open', () => {
    const facts = { state: 'active', isArchived: false, ...work, clientId: client, isCompleting: false } as const
    const offered = (by: UserId, role: 'client' | 'creator', change: object = {}) =>
      projectActionsFor({ ...facts, creatorIds: [creator], ...change }, { id: by, role }).filter(
        (action) => action === 'propose-completion' || action === 'complete',
      )
    expect(offered(client, 'client')).toEqual(['propose-completion'])
    expect(offered(creator, 'creator')).toEqual(['propose-completion'])
    expect(offered(stranger, 'creator')).toEqual([])
    expect(offered(client, 'client', { isCompleting: true })).toEqual([])
    expect(offered(client, 'client', { creatorIds: [] })).toEqual(['complete'])
    expect(offered(creator, 'creator', { milestones: ['released', 'funded'] })).toEqual([])
  })
})
