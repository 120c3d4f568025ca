import {
  type ChangeOrderFacts,
  type CommissionEvent,
  type CommissionFacts,
  type MilestoneFacts,
  type SettlementFacts,
} from '../../commissions/events.ts'
import { disputeDrafts } from './drafts-from-disputes.ts'
import { projectDrafts } from './drafts-from-projects.ts'
import { topUpDrafts } from './drafts-from-top-ups.ts'
import { forBothSides, milestoneDraft, otherSide, recipientOn, type Side } from './milestone-draft.ts'
import { type NotificationDraft, withReason } from './notification-draft.ts'
import { type Priority } from '../types.ts'
import { quoteText } from '../../text.ts'
import { type Instant, toIso } from '../../time/instant.ts'

/**
 * Drafts the notifications of projects, commissions and milestones: high for the side that must act, else medium. An act
 * with several events notifies a user once: the notification of a release also names its approval and the end of the commission.
 */
export function commissionDrafts(event: CommissionEvent): NotificationDraft[] {
  switch (event.type) {
    case 'project.activated':
    case 'project.completed':
    case 'project.cancelled':
    case 'project-proposal.made':
    case 'project-proposal.consented':
    case 'project-proposal.declined':
    case 'project-proposal.withdrawn':
      return projectDrafts(event)
    case 'commission.requested':
    case 'offer.countered':
      return [agreementDraft(event.type, event.data, 'creator', 'high')]
    case 'offer.made':
    case 'offer.counter-accepted':
    case 'offer.returned':
      return [agreementDraft(event.type, event.data, 'client', 'high')]
    case 'offer.accepted':
      return [agreementDraft(event.type, event.data, 'creator', 'medium')]
    case 'commission.declined':
    case 'commission.withdrawn':
      return [withReason(agreementDraft(event.type, event.data, otherSide[event.data.by], 'medium'), event.data.reason)]
    case 'commission.expired':
    case 'commission.cancelled':
      return forBothSides((side) => agreementDraft(event.type, event.data, side, 'medium'))
    case 'milestone.funding-failed':
      return [fundingFailedDraft(event)]
    case 'milestone.funded':
      return forBothSides((side) =>
        milestonePaymentDraft(event.type, event.data, side, side === 'client' ? event.data.charged : event.data.amount),
      )
    case 'milestone.released':
      if (event.data.disputeId !== undefined) return []
      return forBothSides((side) => releaseDraft(event, side))
    case 'milestone.started':
      // Work that starts with the first version is notified when that version is submitted.
      return event.data.automatic ? [] : [milestoneDraft(event.type, event.data, 'client', 'medium')]
    case 'milestone.submission-withdrawn':
      return [milestoneDraft(event.type, event.data, 'client', 'medium')]
    case 'milestone.submitted':
      return [milestoneDraft(event.type, event.data, 'client', 'high')]
    case 'milestone.review-reminded': {
      const last = event.data.reminder === 3
      const key = last ? 'milestone.last-review-day' : event.type
      return [milestoneDraft(key, event.data, 'client', last ? 'urgent' : 'high')]
    }
    case 'milestone.changes-requested':
      return [changesDraft(event)]
    case 'milestone.approved':
      if (event.data.released) return []
      if (event.data.auto)
        return forBothSides((side) => milestoneDraft('milestone.auto-approved', event.data, side, 'medium'))
      return [milestoneDraft(event.type, event.data, 'creator', 'medium')]
    case 'milestone.refund-requested':
      // The notification of a settlement or of a dispute's end names everything that it moves.
      return event.data.settlementId === undefined && event.data.disputeId === undefined ? refundDrafts(event) : []
    case 'milestone.due-reminded':
    case 'milestone.overdue':
    case 'milestone.refund-right-began':
    case 'milestone.extension-requested':
    case 'milestone.extension-granted':
    case 'milestone.extension-declined':
    case 'milestone.due-date-moved':
    case 'milestone.notice-given':
    case 'milestone.notice-ended':
    case 'milestone.escrow-end-reminded':
      return dueDateDrafts(event)
    case 'milestone.round-added':
      return [milestoneDraft(event.type, event.data, 'client', 'high')]
    case 'milestone.round-requested':
      return [milestoneDraft(event.type, event.data, 'creator', 'high')]
    case 'settlement.proposed':
    case 'settlement.countered':
      return [settlementDraft(event.type, event.data, otherSide[event.data.by], 'high', event.data.reason)]
    case 'settlement.reminded':
      return [settlementDraft(event.type, event.data, otherSide[event.data.by], 'high')]
    case 'settlement.accepted':
      return [acceptedDraft(event.data)]
    case 'settlement.declined':
      return [withReason(settlementDraft(event.type, event.data, event.data.by, 'medium'), event.data.reason)]
    case 'settlement.withdrawn':
      return [settlementDraft(event.type, event.data, otherSide[event.data.by], 'medium')]
    case 'settlement.expired':
      return forBothSides((side) => settlementDraft(event.type, event.data, side, 'medium'))
    case 'change-order.proposed':
    case 'change-order.countered':
      return [changeOrderDraft(event.type, event.data, otherSide[event.data.by], 'high', event.data.reason)]
    case 'change-order.reminded':
      return [changeOrderDraft(event.type, event.data, otherSide[event.data.by], 'high')]
    case 'change-order.accepted':
      return [acceptedChangeOrderDraft(event)]
    case 'change-order.declined':
      return [withReason(changeOrderDraft(event.type, event.data, event.data.by, 'medium'), event.data.reason)]
    case 'change-order.withdrawn':
      return [changeOrderDraft(event.type, event.data, otherSide[event.data.by], 'medium')]
    case 'change-order.expired':
      return forBothSides((side) => changeOrderDraft(event.type, event.data, side, 'medium'))
    case 'top-up.reminded':
    case 'top-up.paid':
    case 'top-up.payment-failed':
    case 'top-up.expired':
      return topUpDrafts(event)
    case 'dispute.opened':
    case 'dispute.answer-reminded':
    case 'dispute.answered':
    case 'dispute.unanswered':
    case 'dispute.mediation-ended':
    case 'dispute.terms-offered':
    case 'dispute.terms-declined':
    case 'dispute.settled':
    case 'dispute.withdrawn':
    case 'dispute.decided':
    case 'dispute.review-asked':
    case 'dispute.review-waived':
    case 'dispute.review-reminded':
    case 'dispute.took-effect':
    case 'dispute.review-decided':
    case 'dispute.closed':
      return disputeDrafts(event)
    // The work of admins.
    case 'dispute.decision-proposed':
    case 'dispute.decision-dropped':
    case 'milestone.part-released':
    case 'milestone.refunded':
    case 'milestone.refund-failed':
    case 'milestone.refund-retried':
    case 'project.opened':
    case 'commission.active':
    case 'commission.completed':
    case 'milestone.agreed':
    case 'milestone.funding-started':
    case 'milestone.cancelled':
    // Payments notifies of chargebacks.
    case 'milestone.frozen':
    case 'milestone.unfrozen':
    case 'milestone.charged-back':
    case 'milestone.part-charged-back':
    // The signature of the change order notifies of it, and the attempt is the client's own.
    case 'top-up.requested':
    case 'top-up.payment-started':
    case 'deliverable.added':
      return []
  }
}

/** Drafts the notification of a round of changes with the sentence of the first one and the number of the others. */
function changesDraft({ type, data }: CommissionEvent<'milestone.changes-requested'>): NotificationDraft {
  const { title, items, first } = data
  const draft = milestoneDraft(type, data, 'creator', 'high')
  if (first === undefined) return { ...draft, params: { title, items } }
  const quoted = quoteText(first)
  return items === 1
    ? { ...draft, key: `${type}.one`, params: { title, first: quoted } }
    : { ...draft, key: `${type}.several`, params: { title, first: quoted, count: items - 1 } }
}

function agreementDraft(key: string, facts: CommissionFacts, side: Side, priority: Priority): NotificationDraft {
  const { projectId, commissionId } = facts
  // What is negotiated is on the contract; a creator who has left the project still reads their own offers there.
  const ended = ['commission.declined', 'commission.withdrawn', 'commission.expired']
  const negotiated = ['commission.requested', 'offer.made', 'offer.countered', 'offer.returned', ...ended]
  const write = key === 'commission.requested' ? '&write=offer' : ''
  return {
    to: recipientOn(facts, side),
    type: 'commission',
    eventName: 'commission_update',
    priority,
    mandatory: null,
    key,
    params: {},
    data: {
      projectId,
      commissionId,
      actionUrl: `/projects/${projectId}${negotiated.includes(key) ? `?view=contract&commission=${commissionId}${write}` : ''}`,
    },
  }
}

/** Drafts a notification of a settlement, which leads to it; with the author's reason where they give one. */
function settlementDraft(
  type: string,
  facts: SettlementFacts,
  side: Side,
  priority: Priority,
  reason?: string,
): NotificationDraft {
  const { projectId, commissionId, endsCommission } = facts
  const draft = agreementDraft(type, facts, side, priority)
  const isProposal = type === 'settlement.proposed' || type === 'settlement.countered'
  return {
    ...draft,
    key: isProposal && endsCommission ? `${type}.ends` : type,
    params: reason === undefined ? {} : { reason: quoteText(reason) },
    data: {
      projectId,
      commissionId,
      actionUrl: `/projects/${projectId}?view=milestones&commission=${commissionId}`,
    },
  }
}

/** Drafts a notification of a change order, which leads to the contract; with the author's reason where they give one. */
function changeOrderDraft(
  type: string,
  facts: ChangeOrderFacts,
  side: Side,
  priority: Priority,
  reason?: string,
): NotificationDraft {
  const { projectId, commissionId } = facts
  return {
    ...agreementDraft(type, facts, side, priority),
    params: reason === undefined ? {} : { reason: quoteText(reason) },
    data: { projectId, commissionId, actionUrl: `/projects/${projectId}?view=contract&commission=${commissionId}` },
  }
}

/** Drafts the notification of a signed change order for its author, with the top-up that it leads to. */
function acceptedChangeOrderDraft({ type, data }: CommissionEvent<'change-order.accepted'>): NotificationDraft {
  const draft = changeOrderDraft(type, data, data.by, 'high')
  const { topUp } = data
  if (!topUp) return draft
  const { charged: amount, currency, expiresAt } = topUp
  return { ...draft, key: `${type}.top-up.${data.by}`, params: { amount, currency, until: toIso(expiresAt) } }
}

/** Drafts the notification of a signed settlement for its author; a client always gets the mail of a refund. */
function acceptedDraft(facts: SettlementFacts): NotificationDraft {
  const draft = settlementDraft('settlement.accepted', facts, facts.by, 'high')
  const isRefunded = facts.by === 'client' && facts.refunded > 0
  return {
    ...draft,
    key: facts.endsCommission ? `${draft.key}.ends` : draft.key,
    mandatory: isRefunded ? 'refund' : null,
  }
}

/** Drafts a payment notification; the key ends in the side, because the two sides see different amounts. */
function milestonePaymentDraft(key: string, facts: MilestoneFacts, side: Side, amount: number): NotificationDraft {
  const draft = milestoneDraft(`${key}.${side}`, facts, side, 'medium')
  const money = { amount, currency: facts.currency }
  return {
    ...draft,
    type: 'payment',
    eventName: 'payment_update',
    params: { ...draft.params, ...money },
    data: { ...draft.data, ...money, transactionId: `${key}:${facts.milestoneId}` },
  }
}

/** Drafts the one notification of an approval with its release; the key names who approved and whether work ended. */
function releaseDraft({ type, data }: CommissionEvent<'milestone.released'>, side: Side): NotificationDraft {
  const draft = milestonePaymentDraft(type, data, side, side === 'client' ? data.amount : data.creatorReceives)
  return { ...draft, key: `${draft.key}${data.auto ? '.auto' : ''}${data.last ? '.last' : ''}` }
}

type DueDateEvent = CommissionEvent<
  | 'milestone.due-reminded'
  | 'milestone.overdue'
  | 'milestone.refund-right-began'
  | 'milestone.extension-requested'
  | 'milestone.extension-granted'
  | 'milestone.extension-declined'
  | 'milestone.due-date-moved'
  | 'milestone.notice-given'
  | 'milestone.notice-ended'
  | 'milestone.escrow-end-reminded'
>

/** Drafts the notifications of a due date; the key ends in the side where both have their own text. */
function dueDateDrafts(event: DueDateEvent): NotificationDraft[] {
  const { type, data } = event
  const draft = (side: Side, priority: Priority, times: Readonly<Record<string, Instant>>, key: string = type) => {
    const made = milestoneDraft(key, data, side, priority)
    const iso = Object.fromEntries(Object.entries(times).map(([name, at]) => [name, toIso(at)]))
    return { ...made, params: { ...made.params, ...iso } }
  }
  const forEach = (priority: Priority, times: Readonly<Record<string, Instant>>) =>
    forBothSides((side) => draft(side, priority, times, `${type}.${side}`))
  switch (type) {
    case 'milestone.due-reminded':
      return [draft('creator', 'high', { until: data.dueAt })]
    case 'milestone.overdue':
      return forEach('high', { until: data.refundRightAt })
    case 'milestone.refund-right-began':
    case 'milestone.notice-ended':
      return forEach('high', {})
    case 'milestone.extension-requested':
      return [withReason(draft('client', 'high', { newTime: data.newDueAt }), data.reason)]
    case 'milestone.extension-granted':
    case 'milestone.due-date-moved':
      return [draft('creator', 'medium', { newTime: data.newDueAt })]
    case 'milestone.extension-declined':
      return [draft('creator', 'high', { until: data.dueAt })]
    case 'milestone.notice-given':
      return [draft('creator', 'urgent', { until: data.noticeEndsAt })]
    case 'milestone.escrow-end-reminded':
      return forEach('high', { until: data.escrowEndsAt })
  }
}

/** Drafts the notifications of a refund: of the client's own claim for the creator, of the system's for both. */
function refundDrafts(event: CommissionEvent<'milestone.refund-requested'>): NotificationDraft[] {
  const { type, data } = event
  if (data.cause === undefined) return [refundDraft(event)]
  if (data.cause === 'after-release')
    return [
      withReason(
        { ...refundDraft({ ...event, data: { ...data, reason: '' } }), key: `${type}.after-release` },
        data.reason,
      ),
    ]
  const toCreator: NotificationDraft = {
    ...milestoneDraft(`${type}.${data.cause}.creator`, data, 'creator', 'high'),
    type: 'payment',
    eventName: 'payment_update',
  }
  if (data.cause === 'claim') return [toCreator]
  return [{ ...refundDraft(event), key: `${type}.${data.cause}.client` }, toCreator]
}

/** Drafts the notification of a refund for the client; the key says whether anything stays in escrow. */
function refundDraft({ type, data }: CommissionEvent<'milestone.refund-requested'>): NotificationDraft {
  const draft = milestonePaymentDraft(type, data, 'client', data.refunded)
  return withReason(
    {
      ...draft,
      key: data.remaining === 0 ? `${type}.whole` : `${type}.part`,
      priority: 'high',
      mandatory: 'refund',
      data: { ...draft.data, refundAmount: data.refunded, transactionId: data.refundId },
    },
    data.reason,
  )
}

function fundingFailedDraft({ type, data }: CommissionEvent<'milestone.funding-failed'>): NotificationDraft {
  const draft = milestonePaymentDraft(type, data, 'client', data.charged)
  return {
    ...draft,
    key: type,
    priority: 'high',
    mandatory: data.reason === 'expired' ? null : 'failed-payment',
    params: { ...draft.params, reason: data.reason },
    data: { ...draft.data, transactionId: data.chargeId },
  }
}
