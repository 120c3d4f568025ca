import { noticesOf, type Told } from '@veranda/core/notifications/from-event.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { reaction } from '../../log/react.ts'
import { keepNotification } from './keep-notification.ts'
import { whoIsMeant } from './recipient.ts'

type News = Exclude<Told, { type: `message.${string}` }>

/** Every event, and whether anybody is told of it; who and how pressing is the core's to say. Messages have their own. */
const isNews: Readonly<Record<News['type'], boolean>> = {
  'account.changed': false,
  'account.new-device': true,
  'account.password-changed': true,
  'account.registered': false,
  'account.session-ended': false,
  'account.signed-in': false,
  'account.signed-out': false,
  'booking.capture-started': false,
  'booking.cancelled': true,
  'booking.completed': false,
  'booking.confirmed': true,
  'booking.declined': true,
  'booking.expired': true,
  'booking.given-back': false,
  'booking.held': false,
  'booking.move-proposed': true,
  'booking.move-refused': true,
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
  'charge.settled': false,
  'charge.voided': false,
  'charge.unapplied': false,
  'commission.active': false,
  'commission.cancelled': true,
  'commission.completed': true,
  'commission.declined': true,
  'commission.expired': true,
  'commission.requested': true,
  'commission.withdrawn': true,
  'conversation.opened': false,
  'deliverable.added': false,
  'earnings.available': true,
  'milestone.agreed': false,
  'milestone.approved': true,
  'milestone.cancelled': false,
  'milestone.changes-requested': true,
  'milestone.funded': true,
  'milestone.funding-failed': true,
  'milestone.funding-started': false,
  'milestone.released': true,
  'milestone.review-reminded': true,
  'milestone.started': true,
  'milestone.submission-withdrawn': true,
  'milestone.submitted': true,
  'offer.accepted': true,
  'offer.countered': true,
  'offer.made': true,
  'offer.returned': true,
  'payout.failed': true,
  'payout.paid': true,
  'payout.requested': false,
  'payout.returned': true,
  'payout.sent': false,
  'pin.added': true,
  'pin.answered': true,
  'pin.asked': true,
  'pin.moved': true,
  'pin.placed': false,
  'pin.removed': false,
  'pin.restored': false,
  'pins.carried': false,
  'project.activated': true,
  'project.cancelled': true,
  'project.completed': true,
  'project.opened': false,
  'review.answered': true,
  'review.published': true,
  'review.written': true,
  'schedule.changed': false,
  'session.changed': false,
}

// The keys of a record whose keys are these types.
const types = Object.keys(isNews) as News['type'][]
export const newsTypes = types.filter((type) => isNews[type])
export const quietTypes = types.filter((type) => !isNews[type])

/** Tells everybody whom an event concerns. The cause is the event: once for each person, however often this runs. */
export const onNews = reaction<News>('notify', newsTypes, async ({ tx, event, deps }) => {
  // The actor is the id of a person's row; security matters come from the person's own act and are told all the same.
  const actor = event.type.startsWith('account.') ? null : (event.actor as PersonId | null)
  for (const draft of noticesOf(event)) {
    for (const recipient of await whoIsMeant(tx, draft.to)) {
      await keepNotification({ tx, deps }, { recipient, sender: actor, cause: event.id, at: event.at, draft })
    }
  }
})
