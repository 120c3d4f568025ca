import { type CommissionEvent } from '../../commissions/events.ts'
import { toIso } from '../../time/instant.ts'
import { type Priority } from '../types.ts'
import { forBothSides, milestoneDraft, otherSide, type Side } from './milestone-draft.ts'
import { type NotificationDraft, withReason } from './notification-draft.ts'

type DisputeEvent = Exclude<
  Extract<CommissionEvent, { readonly type: `dispute.${string}` }>,
  { readonly type: `dispute.decision-${string}` }
>

/** Drafts the notifications of a dispute, which lead to it. What moves money for the client is always mailed to them. */
export function disputeDrafts(event: DisputeEvent): NotificationDraft[] {
  const { type, data } = event
  const { opener, disputed, disputeId, projectId, commissionId, currency } = data
  const draft = (
    side: Side,
    priority: Priority,
    more: Readonly<Record<string, string | number>> = {},
  ): NotificationDraft => {
    const made = milestoneDraft(type, data, side, priority)
    return {
      ...made,
      params: { ...made.params, amount: disputed, currency, ...more },
      data: { ...made.data, actionUrl: `/projects/${projectId}?commission=${commissionId}&dispute=${disputeId}` },
    }
  }
  const ended = (side: Side, refunded: number, reason?: string): NotificationDraft => ({
    ...(reason === undefined ? draft(side, 'high') : withReason(draft(side, 'high'), reason)),
    mandatory: side === 'client' && refunded > 0 ? 'refund' : null,
  })
  switch (type) {
    case 'dispute.opened':
      return [draft(otherSide[opener], 'urgent', { until: toIso(data.answerBy) })]
    case 'dispute.answer-reminded':
      return [draft(otherSide[opener], 'urgent', { until: toIso(data.answerBy) })]
    case 'dispute.answered':
      return [draft(opener, 'high')]
    case 'dispute.unanswered':
      return forBothSides((side) => draft(side, 'high', { until: toIso(data.mediationEndsAt) }))
    case 'dispute.mediation-ended':
      return forBothSides((side) => draft(side, 'high', { until: toIso(data.decideBy) }))
    case 'dispute.terms-offered':
      return [withReason(draft(otherSide[data.by], 'high'), data.reason)]
    case 'dispute.terms-declined':
      return [draft(data.by, 'high')]
    case 'dispute.settled':
      return [ended(data.by, data.refunded)]
    case 'dispute.withdrawn':
      return [draft(otherSide[opener], 'high')]
    case 'dispute.decided':
      return forBothSides((side) => withReason(draft(side, 'high', { until: toIso(data.reviewUntil) }), data.reason))
    case 'dispute.review-asked':
      return [withReason(draft(otherSide[data.by], 'high', { until: toIso(data.decideBy) }), data.reason)]
    case 'dispute.review-waived':
      // The decision takes effect with the last one, which both are notified of.
      return data.isLast ? [] : [draft(otherSide[data.by], 'medium', { until: toIso(data.reviewUntil) })]
    case 'dispute.review-reminded':
      return (['client', 'creator'] as const)
        .filter((side) => !data.waivedBy.includes(side))
        .map((side) => draft(side, 'high', { until: toIso(data.reviewUntil) }))
    case 'dispute.took-effect':
      return forBothSides((side) => ended(side, data.refunded))
    case 'dispute.review-decided':
      return forBothSides((side) => ended(side, data.refunded, data.reason))
    case 'dispute.closed':
      return forBothSides((side) => draft(side, 'high'))
  }
}
