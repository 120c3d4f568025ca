import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type OfferVersion, type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { idOf, kenji, maya, now } from '../../../lib/testing/samples.ts'

const client = { id: maya.id, name: maya.name, avatar: null }
export const eur = (amount: number) => ({ amount, currency: 'EUR' })

/** Returns a funded milestone; one that is submitted is reviewed until 4 December. */
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
    refunds: [],
    releases: [],
    disputes: [],
    agreed: { price: 100_000, clientFee: 5_000, creatorFee: 10_000 },
    allocated: { price: 0, clientFee: 0, creatorFee: 0 },
    dueAt: '2026-12-20T10:00:00.000Z',
    due: {
      isOverdue: false,
      latestAt: '2027-01-20T10:00:00.000Z',
      refundRightAt: '2026-12-27T10:00:00.000Z',
      noticeEndsAt: null,
      extension: null,
      refundedAt: null,
    },
    money: { place: 'protected', amount: eur(100_000), movesAt: null },
    charge: null,
    chargeback: null,
    topUp: null,
    returned: null,
    receiptUrl: more.state === 'released' ? '/payment/receipts/lighting' : null,
    reviewEndsAt: more.state === 'submitted' ? '2026-12-04T10:00:00.000Z' : null,
    round: 0,
    rounds: 2,
    extraRounds: 0,
    roundRequested: false,
    limits: null,
    deliverables: [],
    changes: [],
    history: [],
    actions: [],
    ...more,
    // A test that gives another state gives its fields too; the contract server checks it.
  } as Milestone
}

/** Returns an active commission with one funded milestone. */
export function sampleCommission(more: Partial<Commission> = {}): Commission {
  const hasAccepted = ['accepted', 'active', 'completed', 'cancelled'].includes(more.state ?? 'active')
  return {
    id: idOf('b'),
    projectId: idOf('a'),
    version: 3,
    state: 'active',
    client,
    creator: kenji,
    viewerRole: 'client',
    message: 'Will you build our lobby?',
    requestedService: null,
    offers: [],
    currentOfferId: null,
    formerOfferId: null,
    acceptedOfferId: hasAccepted ? (more.currentOfferId ?? idOf('f')) : null,
    expiresAt: null,
    milestones: [sampleMilestone()],
    settlements: [],
    changeOrders: [],
    conversationId: null,
    createdAt: now,
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
    files: [],
    skills: ['Lighting'],
    state: 'active',
    viewerRole: 'client',
    budget: null,
    client,
    commissions: [sampleCommission()],
    askedCreatorIds: [kenji.id],
    conversationId: null,
    roomUrl: null,
    pendingActions: [],
    ending: null,
    actions: [],
    isArchived: false,
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

/** Returns the nth version of the creator's offer, with one milestone. */
export function sampleOffer(number: number, more: Partial<OfferVersion> = {}): OfferVersion {
  const price = eur(100_000)
  const milestone = { title: 'Lighting', description: '', amount: price.amount, dueAt: '2026-12-20T10:00:00.000Z' }
  const sums = { clientPays: eur(105_000), creatorReceives: eur(90_000) }
  return {
    id: idOf('e', number),
    number,
    by: 'creator',
    author: kenji,
    hash: String(number).repeat(64),
    reason: null,
    content: {
      scope: 'A lit lobby.',
      rights: 'full',
      currency: 'EUR',
      milestones: [milestone],
      reviewRounds: 2,
      reviewWindowDays: 7,
    },
    rates: { clientFeeBasisPoints: 500, creatorFeeBasisPoints: 1_000 },
    fees: { price, clientFee: eur(5_000), creatorFee: eur(10_000), ...sums, milestones: [sums] },
    createdAt: now,
    ...more,
  }
}

/** Returns the nth pin of the milestone, open and without a place. */
export function samplePin(number: number, more: Partial<Pin> = {}): Pin {
  return {
    id: idOf('f', number),
    projectId: idOf('a'),
    milestoneId: idOf('c'),
    number,
    version: number,
    state: 'open',
    closed: more.state === undefined || more.state === 'open' ? null : { by: client, at: now },
    kind: 'comment',
    round: null,
    author: client,
    places: [],
    messages: [{ id: idOf('9', number), author: client, text: 'Too low', voice: null, createdAt: now }],
    actions: [],
    createdAt: now,
    updatedAt: now,
    ...more,
    // A test that makes it a change gives its message too.
  } as Pin
}

/** The fields that tasks of a project share; a test adds the action and the other side. */
export const sampleTask = {
  key: 'task',
  actions: [],
  projectId: idOf('a'),
  projectTitle: 'Lobby of the museum',
  commissionId: idOf('b'),
  milestoneId: null,
  subject: 'Lighting',
  amount: null,
  deadline: null,
  onMe: true,
}
