import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { after, type Instant, toIso } from '@veranda/core/time/instant.ts'
import { showDeliverable } from '../deliverables/show-deliverable.ts'
import { type MilestoneRow } from './find-milestones.ts'

type Part = 'client' | 'creator' | 'guest'

/** A milestone as somebody sees it. Guests see the work; the money is between the two parties, so theirs is nought. */
export function showMilestone(row: MilestoneRow, part: Part): Milestone {
  const isParty = part !== 'guest'
  const money = (amount: number) => ({ amount: isParty ? amount : 0, currency: row.currency })
  return {
    id: row.id,
    commissionId: row.commission_id,
    number: row.number,
    version: row.version,
    title: row.title,
    description: row.description,
    state: row.state,
    price: money(row.amount),
    clientPays: money(row.amount + row.client_fee),
    creatorReceives: money(row.amount - row.creator_fee),
    dueAt: toIso(row.due_at),
    money: isParty ? showMoney(row) : null,
    charge: part === 'client' ? showCharge(row) : null,
    reviewEndsAt: row.state === 'submitted' ? isoOr(row.review_ends_at) : null,
    round: row.round,
    rounds: row.rounds,
    limits: row.limits,
    // What is not submitted yet is its maker's alone.
    deliverables: row.deliverables
      .filter(({ state }) => state !== 'draft' || part === 'creator')
      .map((one) => showDeliverable(one, row.limits, mayHaveSources(row, part))),
    changes: row.changes.map((change) => ({ ...change, dueAt: toIso(change.dueAt), at: toIso(change.at) })),
    history: row.history.map(({ state, at }) => ({ state, at: toIso(at) })),
  }
}

/** The creator's own sources stay theirs to read; the client's side gets them with the release. */
function mayHaveSources(row: MilestoneRow, part: Part): boolean {
  return part === 'creator' || (part === 'client' && row.state === 'released')
}

/** Where the money stands by the postings behind it, and when it moves on by itself. */
function showMoney(row: MilestoneRow): Milestone['money'] {
  const money = (amount: number) => ({ amount, currency: row.currency })
  if (row.held > 0) {
    const movesAt = row.state === 'submitted' ? isoOr(row.review_ends_at) : null
    return { place: 'protected', amount: money(row.held), movesAt }
  }
  if (row.pending > 0) {
    const over = row.hold_over_at ?? (row.released_at === null ? null : after(row.released_at, row.rates.payoutHold))
    return { place: 'pending', amount: money(row.pending), movesAt: isoOr(over) }
  }
  if (row.available > 0) return { place: 'available', amount: money(row.available), movesAt: null }
  if (row.state === 'funding') {
    const amount = money(row.amount + row.client_fee)
    return { place: 'charging', amount, movesAt: isoOr(row.attempt_expires_at) }
  }
  if (row.state === 'refunded' || row.state === 'refunding') {
    return { place: 'refunded', amount: money(row.amount + row.client_fee), movesAt: null }
  }
  return null
}

/** The running attempt stands in the milestone before payments has heard of it. */
function showCharge(row: MilestoneRow): Milestone['charge'] {
  const { charge } = row
  if (row.attempt_id !== null && row.attempt_expires_at !== null && charge?.id !== row.attempt_id) {
    return { id: row.attempt_id, state: 'created', failure: null, expiresAt: toIso(row.attempt_expires_at) }
  }
  return charge && { ...charge, expiresAt: toIso(charge.expiresAt) }
}

function isoOr(at: Instant | null): string | null {
  return at === null ? null : toIso(at)
}
