import { type Deps } from './deps.ts'
import { type Feature } from './feature.ts'
import { changeAccount } from './features/accounts/change-account.ts'
import { accountsFeature } from './features/accounts/feature.ts'
import { bookingsFeature } from './features/bookings/feature.ts'
import { commissionsFeature } from './features/commissions/feature.ts'
import { listWaiting } from './features/commissions/waiting/list-waiting.ts'
import { conversationsFeature } from './features/conversations/feature.ts'
import { dashboardFeature } from './features/dashboard/feature.ts'
import { afterConversationRead } from './features/notifications/after-read.ts'
import { notificationsFeature } from './features/notifications/feature.ts'
import { mayMail } from './features/notifications/may-mail.ts'
import { paymentsFeature } from './features/payments/feature.ts'
import { reviewsFeature } from './features/reviews/feature.ts'
import { roomsFeature } from './features/rooms/feature.ts'
import { supportFeature } from './features/support/feature.ts'
import { talentFeature } from './features/talent/feature.ts'

/** The product's features, and the small functions they hand each other. `late` is asked only once the app is built. */
export function productFeatures(late: () => Deps): readonly Feature[] {
  return [
    accountsFeature,
    bookingsFeature({ mayMail }),
    commissionsFeature,
    conversationsFeature({ afterRead: afterConversationRead }),
    dashboardFeature({ listWaiting }),
    notificationsFeature,
    paymentsFeature(() => late().gateways.payments),
    reviewsFeature,
    roomsFeature({ now: () => late().clock.now() }),
    supportFeature,
    talentFeature({ changeTimeZone: (at, timeZone) => changeAccount(at, { timeZone }) }),
  ]
}
