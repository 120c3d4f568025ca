import { notificationDrafts, type NotifiableEvent } from '@veranda/core/notifications/delivery/drafts-from-events.ts'
import { subjectOf } from '@veranda/core/notifications/delivery/notification-draft.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { createNotification } from './create-notification.ts'
import { markSubjectRead } from '../centre/mark-notifications.ts'
import { resolveRecipients } from './recipients.ts'

type NonMessageEvent = Exclude<NotifiableEvent, { type: `message.${string}` }>

/**
 * Every event type and whether it can notify anyone; recipients and priority are decided in the core. Messages have
 * their own handlers.
 */
export const notifies: Readonly<Record<NonMessageEvent['type'], boolean>> = {
  'account.calendar-feed-changed': false,
  'account.changed': false,
  'account.deletion-scheduled': false,
  'account.deletion-cancelled': false,
  'account.data-export-changed': false,
  'account.identity-linked': true,
  'account.identity-unlinked': true,
  'account.email-changed': true,
  'account.email-restored': true,
  'account.new-device': true,
  'account.passkey-added': true,
  'account.passkey-removed': true,
  'account.payout-account-changed': true,
  'account.payout-account-confirmed': false,
  'account.password-changed': true,
  'account.recovery-code-used': true,
  'account.recovery-codes-replaced': true,
  'account.registered': false,
  'account.session-ended': false,
  'account.signed-in': false,
  'account.signed-out': false,
  'account.totp-turned-off': true,
  'account.totp-turned-on': true,
  'booking.capture-started': false,
  'booking.cancelled': true,
  'booking.completed': false,
  'booking.confirmed': true,
  'booking.declined': true,
  'booking.expired': true,
  'booking.withdrawn': false,
  'booking.reserved': false,
  'booking.move-proposed': true,
  'booking.move-proposal-closed': true,
  'booking.moved': true,
  'booking.no-show': true,
  'booking.overturned': true,
  'booking.paid-too-late': true,
  'booking.payment-failed': true,
  'booking.payment-started': false,
  'booking.reminded': true,
  'booking.requested': true,
  'booking.settled': false,
  'booking.started': false,
  'charge.authorised': false,
  'charge.captured': false,
  'charge.charged-back': true,
  'charge.confirmation-needed': false,
  'charge.created': false,
  'charge.expired': false,
  'charge.failed': false,
  'charge.refunded': true,
  'charge.refund-failed': true,
  'charge.refund-retried': true,
  'charge.settled': false,
  'charge.voided': false,
  'charge.unapplied': false,
  'commission.active': false,
  'commission.cancelled': true,
  'commission.completed': false,
  'commission.declined': true,
  'commission.expired': true,
  'commission.requested': true,
  'commission.withdrawn': true,
  'deliverable.added': false,
  'dispute.opened': true,
  'dispute.answer-reminded': true,
  'dispute.answered': true,
  'dispute.unanswered': true,
  'dispute.mediation-ended': true,
  'dispute.terms-offered': true,
  'dispute.terms-declined': true,
  'dispute.settled': true,
  'dispute.withdrawn': true,
  'dispute.decided': true,
  'dispute.closed': true,
  'earnings.available': true,
  'milestone.agreed': false,
  'milestone.approved': true,
  'milestone.cancelled': false,
  'milestone.due-reminded': true,
  'milestone.overdue': true,
  'milestone.refund-right-began': true,
  'milestone.extension-requested': true,
  'milestone.extension-granted': true,
  'milestone.extension-declined': true,
  'milestone.due-date-moved': true,
  'milestone.notice-given': true,
  'milestone.notice-ended': true,
  'milestone.escrow-end-reminded': true,
  'milestone.round-added': true,
  'milestone.round-requested': true,
  'milestone.changes-requested': true,
  'milestone.funded': true,
  'milestone.funding-failed': true,
  'milestone.funding-started': false,
  'milestone.part-released': false,
  'milestone.refund-failed': false,
  'milestone.refund-requested': true,
  'milestone.refund-retried': false,
  'milestone.refunded': false,
  'milestone.released': true,
  'milestone.review-reminded': true,
  'milestone.started': true,
  'milestone.submission-withdrawn': true,
  'milestone.submitted': true,
  'offer.accepted': true,
  'offer.countered': true,
  'offer.made': true,
  'offer.counter-accepted': true,
  'offer.returned': true,
  'payout.failed': true,
  'payout.paid': true,
  'payout.requested': false,
  'payout.returned': true,
  'payout.sent': false,
  'pin.added': true,
  'pin.replied': true,
  'pin.change-request-set': false,
  'pin.state-changed': true,
  'pin.placed': false,
  'pin.removed': false,
  'pin.restored': false,
  'pins.carried': false,
  'project.activated': true,
  'project.cancelled': true,
  'project.completed': true,
  'project.opened': false,
  'review.answered': true,
  'review.period-ended': false,
  'review.published': true,
  'review.written': true,
  'schedule.changed': false,
  'settlement.accepted': true,
  'settlement.countered': true,
  'settlement.declined': true,
  'settlement.expired': true,
  'settlement.proposed': true,
  'settlement.reminded': true,
  'settlement.withdrawn': true,
  'hourly-service.changed': false,
  'ticket.answered': true,
  'ticket.solved': true,
  'work-consent.asked': true,
  'work-consent.declined': true,
  'work-consent.granted': true,
  'work-consent.withdrawn': true,
}

// The record's keys are exactly these types.
const eventTypes = Object.keys(notifies) as NonMessageEvent['type'][]
const notifyingEventTypes = eventTypes.filter((type) => notifies[type])

/**
 * Creates the notifications of an event, and marks read what the actor received about its subject. The event id is the
 * dedupe key: one notification per recipient, however often the handler runs.
 */
export const onDomainEvent = eventHandler<NonMessageEvent>(
  'notify-on-domain-event',
  notifyingEventTypes,
  async ({ tx, event, deps }) => {
    // The actor is the id of a user's row. Security events come from the user's own act and notify them all the same.
    const actor = event.actor === null || event.type.startsWith('account.') ? null : asId<UserId>(event.actor)
    const drafts = notificationDrafts(event)
    for (const draft of drafts) {
      for (const recipient of await resolveRecipients(tx, draft.to)) {
        const sender = draft.from ?? actor
        await createNotification({ tx, deps }, { recipient, sender, dedupeKey: event.id, at: event.at, draft })
      }
    }
    const subject = drafts[0] && subjectOf(drafts[0])
    if (actor !== null && subject) await markSubjectRead(tx, { userId: actor, at: event.at }, subject)
  },
)
