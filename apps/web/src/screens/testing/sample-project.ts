import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Commission, type Milestone, type Project } from '@veranda/contract/commissions/schemas.ts'
import { idOf, kenji, maya, now } from './render-screen.tsx'

const client = { id: maya.id, name: maya.name, avatar: null }
export const eur = (amount: number) => ({ amount, currency: 'EUR' })

/** Returns a funded milestone. */
export function sampleMilestone(more: Partial<Milestone> = {}): Milestone {
  return {
    id: idOf('c'),
    commissionId: idOf('b'),
    number: 1,
    version: 4,
    title: 'Lighting',
    description: 'Lamps for the lobby.',
    state: 'funded',
    price: eur(100_000),
    clientPays: eur(105_000),
    creatorReceives: eur(90_000),
    dueAt: '2026-12-20T10:00:00.000Z',
    money: { place: 'protected', amount: eur(100_000), movesAt: null },
    charge: null,
    receiptUrl: null,
    reviewEndsAt: null,
    round: 0,
    rounds: 2,
    limits: null,
    deliverables: [],
    changes: [],
    history: [],
    actions: [],
    ...more,
  }
}

/** Returns an active commission with one funded milestone. */
export function sampleCommission(more: Partial<Commission> = {}): Commission {
  return {
    id: idOf('b'),
    projectId: idOf('a'),
    version: 3,
    state: 'active',
    client,
    creator: kenji,
    viewerRole: 'client',
    message: 'Will you build our lobby?',
    offers: [],
    currentOfferId: null,
    formerOfferId: null,
    acceptedOfferId: null,
    expiresAt: null,
    milestones: [sampleMilestone()],
    conversationId: null,
    createdAt: now,
    completedAt: null,
    actions: [],
    ...more,
    // A test that gives another state gives its fields too; the contract server checks it.
  } as Commission
}

/** Returns an active project with one commission. */
export function sampleProject(more: Partial<Project> = {}): Project {
  return {
    id: idOf('a'),
    version: 2,
    title: 'Lobby of the museum',
    brief: 'A lobby that one can walk through.',
    skills: ['Lighting'],
    state: 'active',
    viewerRole: 'client',
    budget: null,
    client,
    commissions: [sampleCommission()],
    conversationId: null,
    pendingActions: [],
    actions: [],
    createdAt: now,
    ...more,
  }
}

/** Returns the version under review, which the viewer may neither approve nor send back. */
export function sampleVersion(more: Partial<Deliverable> = {}): Deliverable {
  return {
    id: idOf('d'),
    number: 1,
    hash: 'a'.repeat(64),
    notes: '',
    files: [],
    assets: [],
    limits: [],
    state: 'submitted',
    createdAt: now,
    actions: [],
    ...more,
  }
}
