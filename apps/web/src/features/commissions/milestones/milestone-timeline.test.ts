import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { expect, test } from 'vitest'
import { milestoneTimeline } from './milestone-timeline.ts'

type State = Milestone['state']
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`
const course = (states: State[], more: Partial<Parameters<typeof milestoneTimeline>[0]> = {}) =>
  milestoneTimeline({
    state: states.at(-1) ?? 'draft',
    history: states.map((state, index) => ({ state, at: at(index + 1) })),
    deliverables: [],
    changes: [],
    dueAt: at(20),
    due: { isOverdue: false },
    reviewEndsAt: null,
    ...more,
  }).map(({ kind, state, actor, dueAt }) => [kind, state, actor ?? dueAt].filter((one) => one !== null).join(' '))

test('an agreed milestone waits for the client to fund it', () => {
  expect(course(['awaiting_funding'])).toEqual(['agreed done', 'funded now client', 'version next', 'released next'])
})

test('a failed payment adds no step, and the milestone is agreed only once', () => {
  expect(course(['awaiting_funding', 'funding', 'awaiting_funding'])).toEqual([
    'agreed done',
    'funded now client',
    'version next',
    'released next',
  ])
})

test('a submitted version waits for the client until the review window ends', () => {
  const [, , , now] = milestoneTimeline({
    state: 'submitted',
    history: (['awaiting_funding', 'funded', 'submitted'] as const).map((state) => ({ state, at: at(1) })),
    deliverables: [],
    changes: [],
    dueAt: at(20),
    due: { isOverdue: false },
    reviewEndsAt: at(28),
  })
  expect(now).toMatchObject({ kind: 'approved', state: 'now', actor: 'client', dueAt: at(28) })
})

test('after requested changes the creator is due to submit the next version', () => {
  expect(course(['awaiting_funding', 'funding', 'funded', 'in_progress', 'submitted', 'changes_requested'])).toEqual([
    'agreed done',
    'funded done',
    'version done',
    'changes done',
    'version now creator',
    'released next',
  ])
})

test('a released milestone shows every step while there is room', () => {
  const states: State[] = ['awaiting_funding', 'funding', 'funded', 'submitted', 'changes_requested', 'submitted']
  expect(course([...states, 'approved', 'released'])).toEqual([
    'agreed done',
    'funded done',
    'version done',
    'changes done',
    'version done',
    'released done',
  ])
})

test('a withdrawn version adds no step and is submitted again under its own number', () => {
  const version = {
    id: 'v',
    number: 1,
    hash: '',
    notes: '',
    files: [],
    assets: [],
    limits: [],
    createdAt: at(3),
    actions: [],
  }
  const steps = milestoneTimeline({
    state: 'in_progress',
    history: (['awaiting_funding', 'funded', 'submitted', 'in_progress'] as const).map((state) => ({
      state,
      at: at(1),
    })),
    deliverables: [{ ...version, state: 'withdrawn' }],
    changes: [],
    dueAt: at(20),
    due: { isOverdue: false },
    reviewEndsAt: null,
  })
  expect(steps.map(({ kind, state, number }) => [kind, state, number])).toEqual([
    ['agreed', 'done', null],
    ['funded', 'done', null],
    ['version', 'now', 1],
    ['released', 'next', null],
  ])
})

test('a released milestone has no upcoming steps', () => {
  expect(course(['awaiting_funding', 'funded', 'submitted', 'approved', 'released']).at(-1)).toBe('released done')
})

test('a long timeline keeps its first and last steps', () => {
  const rounds = Array.from({ length: 5 }, (): State[] => ['submitted', 'changes_requested']).flat()
  const steps = course(['awaiting_funding', 'funded', ...rounds])
  expect(steps.length).toBeLessThanOrEqual(7)
  expect(steps.slice(0, 2)).toEqual(['agreed done', 'funded done'])
  expect(steps.at(-2)).toBe('version now creator')
})
