import { noticesOf, type Told } from '@veranda/core/notifications/from-event.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { reaction } from '../../log/react.ts'
import { keepNotification } from './keep-notification.ts'
import { whoIsMeant } from './recipient.ts'

type News = Exclude<Told, { type: `message.${string}` }>

/** Everything of which somebody is told, except messages; who and how pressing is the core's to say. */
export const newsTypes = [
  'account.new-device',
  'account.password-changed',
  'charge.charged-back',
  'charge.refunded',
  'commission.cancelled',
  'commission.completed',
  'commission.declined',
  'commission.expired',
  'commission.requested',
  'commission.withdrawn',
  'earnings.available',
  'milestone.approved',
  'milestone.changes-requested',
  'milestone.funded',
  'milestone.funding-failed',
  'milestone.released',
  'milestone.review-reminded',
  'milestone.started',
  'milestone.submission-withdrawn',
  'milestone.submitted',
  'offer.accepted',
  'offer.countered',
  'offer.made',
  'offer.returned',
  'payout.failed',
  'payout.paid',
  'payout.returned',
  'project.activated',
  'project.cancelled',
  'project.completed',
  'review.answered',
  'review.published',
  'review.written',
] as const satisfies readonly News['type'][]

/** Tells everybody whom an event concerns. The cause is the event: once for each person, however often this runs. */
export const onNews = reaction<News>('notify', newsTypes, async ({ t, event, deps }) => {
  // The actor is the id of a person's row; security matters come from the person's own act and are told all the same.
  const actor = event.type.startsWith('account.') ? null : (event.actor as PersonId | null)
  for (const draft of noticesOf(event)) {
    for (const recipient of await whoIsMeant(t, draft.to)) {
      await keepNotification({ t, deps }, { recipient, sender: actor, cause: event.id, at: event.at, draft })
    }
  }
})
