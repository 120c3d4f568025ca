import { minor } from '@veranda/core/money/money.ts'
import { type PriceShare } from '@veranda/core/money/fees.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { topUpActionsFor } from '@veranda/core/commissions/change-orders/top-up.ts'
import { refundReleasedUntil, returnableOf } from '@veranda/core/commissions/milestones/refund-released.ts'
import { hasReleasedWork, isTerminal } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { milestoneActionsFor } from '@veranda/core/commissions/actions.ts'
import {
  escrowEndsAt,
  isDueClockRunning,
  isOverdue,
  latestDueAt,
  refundRightAt,
} from '@veranda/core/commissions/milestones/due-clock.ts'
import { chargeActionsFor, chargeStatus } from '@veranda/core/payments/charges/charge.ts'
import { refundActionsFor } from '@veranda/core/payments/refunds/refund.ts'
import { offerableActions } from '@veranda/core/payments/payments-off.ts'
import { after, type Instant, instant, toIso } from '@veranda/core/time/instant.ts'
import { toDeliverableDto } from '../deliverables/deliverable.presenter.ts'
import { toChargebackFlag } from '../../../platform/ledger/chargeback-flag.ts'
import { requiredColumn } from '../../../platform/db/required-column.ts'
import { toActionFields } from './due-dates/due-clock-columns.ts'
import { type ChargeRow, type MilestoneRow } from './find-milestones.ts'

/** Maps a milestone to the DTO for one of its parties. */
export function toMilestoneDto(
  row: MilestoneRow,
  viewerRole: 'client' | 'creator',
  { now, paymentsOn }: { now: Instant; paymentsOn: boolean },
): Milestone {
  const money = (amount: number) => ({ amount, currency: row.currency })
  const kept = keptOf(row)
  return {
    id: row.id,
    commissionId: row.commission_id,
    number: row.number,
    version: row.version,
    title: row.title,
    description: row.description,
    ...stateFields(row, viewerRole),
    price: money(kept.price),
    clientPays: money(kept.price + kept.clientFee),
    creatorReceives: money(kept.price - kept.creatorFee),
    refunds: row.refunds.map((refund) => toRefundDto(refund, row, viewerRole)),
    releases: row.releases.map(({ id, price, clientFee, creatorFee, at }) => ({
      id,
      price: money(price),
      clientPaid: money(price + clientFee),
      creatorGets: money(price - creatorFee),
      at: toIso(at),
    })),
    allocated: {
      price: row.allocated_price,
      clientFee: row.allocated_client_fee,
      creatorFee: row.allocated_creator_fee,
    },
    agreed: { price: row.amount, clientFee: row.client_fee, creatorFee: row.creator_fee },
    money: toMoneyDto(row),
    charge: viewerRole === 'client' ? toChargeDto(attemptOf(row), row.charge, now) : null,
    topUp: toTopUpDto(row, viewerRole, { now, paymentsOn }),
    chargeback: toChargebackFlag(row.chargeback),
    ...toDueDto(row, now),
    round: row.round,
    rounds: row.rounds + row.extra_rounds,
    extraRounds: row.extra_rounds,
    roundRequested: row.round_requested,
    limits: row.limits,
    // A draft version is visible to its creator only.
    deliverables: row.deliverables
      .filter(({ state }) => state !== 'draft' || viewerRole === 'creator')
      .map((one) => toDeliverableDto(one, { ...row, rounds: row.rounds + row.extra_rounds }, viewerRole, paymentsOn)),
    changes: row.changes.map((change) => ({ ...change, dueAt: toIso(change.dueAt), at: toIso(change.at) })),
    disputes: row.disputes.map((one) => ({
      ...one,
      amount: money(one.amount),
      openedAt: toIso(one.openedAt),
      takesEffectAt: one.takesEffectAt === null ? null : toIso(one.takesEffectAt),
      endedAt: one.endedAt === null ? null : toIso(one.endedAt),
    })),
    // A part that was refunded is a step without a change of state.
    history: row.history
      .map(({ state, at }) => ({ state: shownState(state, viewerRole), at }))
      .filter(({ state }, index, all) => state !== all[index - 1]?.state)
      .map(({ state, at }) => ({ state, at: toIso(at) })),
    returned: toReturnedDto(row),
    actions: offerableActions(
      milestoneActionsFor({ ...row, ...toActionFields(row), returnable: returnableIn(row) }, viewerRole, now),
      paymentsOn,
    ),
  }
}

/** Returns the due date, what it has led to, and where it can still move. */
function toDueDto(row: MilestoneRow, now: Instant): Pick<Milestone, 'dueAt' | 'due'> {
  const fields = { ...row, ...toActionFields(row) }
  const { clock, dueAt } = fields
  const running = isDueClockRunning(row.state)
  const isoOrNull = (at: Instant | null) => (at === null ? null : toIso(at))
  return {
    dueAt: toIso(dueAt),
    due: {
      isOverdue: isOverdue(fields, now),
      latestAt: isoOrNull(latestDueAt(clock, fields)),
      refundRightAt: running ? toIso(refundRightAt(fields, row.rates)) : null,
      noticeEndsAt: isoOrNull(clock.noticeEndsAt),
      extension: clock.extension && {
        dueAt: toIso(clock.extension.dueAt),
        reason: clock.extension.reason,
        at: toIso(clock.extension.at),
      },
      // What was submitted once goes back by no date alone.
      refundedAt: running && !clock.wasSubmitted ? isoOrNull(escrowEndsAt(clock, row.rates)) : null,
    },
  }
}

/**
 * Returns the price and its fees without what was refunded and, until the milestone has ended, without what was released
 * of it: what an approval releases. Of a milestone that was refunded, returns all of it.
 */
function keptOf(row: MilestoneRow): PriceShare {
  const whole = { price: minor(row.amount), clientFee: minor(row.client_fee), creatorFee: minor(row.creator_fee) }
  if (row.state === 'refunding' || row.state === 'refund_failed' || row.state === 'refunded') return whole
  // What was given back after the release does not change what was released.
  const refunds = row.refunds.filter(({ cause }) => cause !== 'after-release')
  const gone = isTerminal(row.state) ? refunds : [...refunds, ...row.releases]
  return gone.reduce(
    (left, part) => ({
      price: minor(left.price - part.price),
      clientFee: minor(left.clientFee - part.clientFee),
      creatorFee: minor(left.creatorFee - part.creatorFee),
    }),
    whole,
  )
}

/** Returns the shares of a milestone that has ended by a release: what was released, and what was given back since. */
function releasedShareIn(row: MilestoneRow) {
  if (!hasReleasedWork(row.state) || row.released_at === null) return undefined
  const given = row.refunds.filter(({ cause }) => cause === 'after-release')
  const sum = (of: 'price' | 'clientFee' | 'creatorFee') => minor(given.reduce((total, one) => total + one[of], 0))
  return {
    released: keptOf(row),
    returned: { price: sum('price'), clientFee: sum('clientFee'), creatorFee: sum('creatorFee') },
    until: refundReleasedUntil(row.released_at),
  }
}

function returnableIn(row: MilestoneRow) {
  const share = releasedShareIn(row)
  return share && { amount: returnableOf(share), until: share.until }
}

function toReturnedDto(row: MilestoneRow): Milestone['returned'] {
  const share = releasedShareIn(row)
  return share ? { released: share.released, returned: share.returned, until: toIso(share.until) } : null
}

/** Maps a refund; what became of the client's card or bank is theirs to see. */
function toRefundDto(
  refund: MilestoneRow['refunds'][number],
  { currency }: MilestoneRow,
  viewerRole: 'client' | 'creator',
): Milestone['refunds'][number] {
  const { id, price, clientFee, creatorFee, reason, cause, at, state, paidAt, bankLast4, payments } = refund
  const isClient = viewerRole === 'client'
  return {
    id,
    price: { amount: price, currency },
    clientGets: { amount: price + clientFee, currency },
    creatorLoses: { amount: price - creatorFee, currency },
    reason,
    cause,
    at: toIso(at),
    // Of the bank's own the creator sees that it is back with the client.
    state: isClient || state === 'paid' ? state : cause === 'chargeback' ? 'paid' : 'requested',
    paidAt: paidAt === null ? null : toIso(paidAt),
    bankLast4: isClient ? bankLast4 : null,
    actions: refundActionsFor(state, viewerRole),
    payments:
      isClient && payments.length > 1
        ? payments.map(({ amount, ...payment }) => ({
            ...payment,
            amount: { amount, currency },
            actions: refundActionsFor(payment.state, viewerRole),
          }))
        : [],
  }
}

/** Returns a state as a party sees it: that the client's card refused a refund is theirs to know. */
function shownState(state: MilestoneRow['state'], viewerRole: 'client' | 'creator'): MilestoneRow['state'] {
  return state === 'refund_failed' && viewerRole === 'creator' ? 'refunding' : state
}

/** Returns the state with the fields that it has. */
function stateFields(row: MilestoneRow, viewerRole: 'client' | 'creator') {
  const state = shownState(row.state, viewerRole)
  switch (state) {
    case 'submitted':
      return { state, reviewEndsAt: toIso(requiredColumn(row.review_ends_at, 'milestone', row)), receiptUrl: null }
    case 'released':
      return { state, reviewEndsAt: null, receiptUrl: `/payment/receipts/${row.id}` }
    default:
      return { state, reviewEndsAt: null, receiptUrl: null }
  }
}

/** Derives the status of the milestone's money from its ledger balances, and the time of its next automatic move. */
function toMoneyDto(row: MilestoneRow): Milestone['money'] {
  const money = (amount: number) => ({ amount, currency: row.currency })
  if (row.in_escrow > 0) {
    const movesAt = row.state === 'submitted' ? toIso(requiredColumn(row.review_ends_at, 'milestone', row)) : null
    return { place: 'protected', amount: money(row.in_escrow), movesAt }
  }
  if (row.pending > 0) {
    const delayEndsAt =
      row.delay_ends_at ?? after(requiredColumn(row.released_at, 'milestone', row), row.rates.payoutDelayMs)
    return { place: 'pending', amount: money(row.pending), movesAt: toIso(delayEndsAt) }
  }
  if (row.frozen_earnings > 0) return { place: 'frozen', amount: money(row.frozen_earnings), movesAt: null }
  if (row.available > 0) return { place: 'available', amount: money(row.available), movesAt: null }
  if (row.state === 'funding') {
    const amount = money(row.amount + row.client_fee)
    return { place: 'charging', amount, movesAt: toIso(requiredColumn(row.attempt_expires_at, 'milestone', row)) }
  }
  return null
}

type AttemptRow = { readonly id: string | null; readonly expiresAt: Instant | null }

function attemptOf(row: MilestoneRow): AttemptRow {
  return { id: row.attempt_id, expiresAt: row.attempt_expires_at }
}

/** Returns the latest charge; a new attempt is stored before payments has created its charge. */
function toChargeDto(attempt: AttemptRow, charge: ChargeRow | null, now: Instant): Milestone['charge'] {
  if (attempt.id !== null && attempt.expiresAt !== null && charge?.id !== attempt.id) {
    const expiresAt = toIso(attempt.expiresAt)
    return { id: attempt.id, state: 'created', failure: null, expiresAt, actions: [] }
  }
  return (
    charge && {
      id: charge.id,
      ...chargeStatus(charge),
      expiresAt: toIso(charge.expiresAt),
      actions: chargeActionsFor(charge, now),
    }
  )
}

/** Returns the top-up that waits for its payment; that a card failed is the client's to know. */
function toTopUpDto(
  row: MilestoneRow,
  viewerRole: 'client' | 'creator',
  { now, paymentsOn }: { now: Instant; paymentsOn: boolean },
): Milestone['topUp'] {
  const { top_up: topUp, currency } = row
  if (topUp === null) return null
  const { id, version, state, price, clientFee, expiresAt, terms } = topUp
  const checkedTerms = { ...terms, dueAt: instant(Date.parse(terms.dueAt)) }
  const actions = topUpActionsFor(
    { state, expiresAt, terms: checkedTerms },
    { milestone: row, description: row.description, limits: row.limits },
    viewerRole,
    now,
  )
  const isClient = viewerRole === 'client'
  return {
    id,
    version,
    state: isClient ? state : 'waiting',
    price: { amount: price, currency },
    clientPays: { amount: price + clientFee, currency },
    raised: { amount: row.amount + price, currency },
    expiresAt: toIso(expiresAt),
    charge: isClient
      ? toChargeDto({ id: topUp.attemptId, expiresAt: topUp.attemptExpiresAt }, topUp.charge, now)
      : null,
    actions: offerableActions(actions, paymentsOn),
  }
}
