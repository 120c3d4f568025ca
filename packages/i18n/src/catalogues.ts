import type accountDeletion from './accounts/deletion/en.json'
import type accountEmailChange from './accounts/email-change/en.json'
import type accounts from './accounts/en.json'
import type frontDoor from './accounts/front-door/en.json'
import type newDevice from './accounts/new-device/en.json'
import type oneTimeLinks from './accounts/one-time-links/en.json'
import type pairing from './accounts/pairing/en.json'
import type passwordReset from './accounts/password-reset/en.json'
import type passwords from './accounts/passwords/en.json'
import type registration from './accounts/registration/en.json'
import type accountSettings from './accounts/settings/en.json'
import type signIn from './accounts/sign-in/en.json'
import type signOut from './accounts/sign-out/en.json'
import type accountSocial from './accounts/social/en.json'
import type stepUp from './accounts/step-up/en.json'
import type admin from './admin/en.json'
import type assets from './assets/en.json'
import type bookings from './bookings/en.json'
import type bookingCalendar from './bookings/calendar/en.json'
import type bookingDashboard from './bookings/dashboard/en.json'
import type commissions from './commissions/en.json'
import type commissionActivity from './commissions/activity/en.json'
import type commissionDueDates from './commissions/due-dates/en.json'
import type commissionPins from './commissions/pins/en.json'
import type commissionRefunds from './commissions/refunds/en.json'
import type commissionChangeOrders from './commissions/change-orders/en.json'
import type commissionDisputes from './commissions/disputes/en.json'
import type commissionProposals from './commissions/proposals/en.json'
import type commissionSettlements from './commissions/settlements/en.json'
import type common from './common/en.json'
import type commonSteps from './common/steps/en.json'
import type conversations from './conversations/en.json'
import type dashboard from './dashboard/en.json'
import type dashboardPanels from './dashboard/panels/en.json'
import type errorCodes from './error-codes/en.json'
import type errors from './errors/en.json'
import type pageErrors from './errors/page/en.json'
import type gallery from './gallery/en.json'
import type legal from './legal/en.json'
import type notifications from './notifications/en.json'
import type payments from './payments/en.json'
import type paymentsOff from './payments/off/en.json'
import type paymentChargebacks from './payments/chargebacks/en.json'
import type reviews from './reviews/en.json'
import type rooms from './rooms/en.json'
import type shell from './shell/en.json'
import type shellCommandPalette from './shell/command-palette/en.json'
import type shellConnection from './shell/connection/en.json'
import type showcases from './showcases/en.json'
import type support from './support/en.json'
import type talent from './talent/en.json'
import type talentExplore from './talent/explore/en.json'
import type talentListing from './talent/listing/en.json'
import type viewer from './viewer/en.json'

/** The type of each catalogue; the English file defines its keys. */
export type Catalogues = {
  'accounts/deletion': typeof accountDeletion
  'accounts/email-change': typeof accountEmailChange
  'accounts/front-door': typeof frontDoor
  'accounts/new-device': typeof newDevice
  'accounts/one-time-links': typeof oneTimeLinks
  'accounts/pairing': typeof pairing
  'accounts/password-reset': typeof passwordReset
  'accounts/passwords': typeof passwords
  'accounts/registration': typeof registration
  'accounts/settings': typeof accountSettings
  'accounts/sign-in': typeof signIn
  'accounts/sign-out': typeof signOut
  'accounts/social': typeof accountSocial
  'accounts/step-up': typeof stepUp
  admin: typeof admin
  accounts: typeof accounts
  assets: typeof assets
  bookings: typeof bookings
  'bookings/calendar': typeof bookingCalendar
  'bookings/dashboard': typeof bookingDashboard
  commissions: typeof commissions
  'commissions/activity': typeof commissionActivity
  'commissions/due-dates': typeof commissionDueDates
  'commissions/pins': typeof commissionPins
  'commissions/refunds': typeof commissionRefunds
  'commissions/change-orders': typeof commissionChangeOrders
  'commissions/disputes': typeof commissionDisputes
  'commissions/proposals': typeof commissionProposals
  'commissions/settlements': typeof commissionSettlements
  common: typeof common
  'common/steps': typeof commonSteps
  conversations: typeof conversations
  dashboard: typeof dashboard
  'dashboard/panels': typeof dashboardPanels
  'error-codes': typeof errorCodes
  errors: typeof errors
  'errors/page': typeof pageErrors
  gallery: typeof gallery
  legal: typeof legal
  notifications: typeof notifications
  payments: typeof payments
  'payments/off': typeof paymentsOff
  'payments/chargebacks': typeof paymentChargebacks
  reviews: typeof reviews
  rooms: typeof rooms
  shell: typeof shell
  'shell/command-palette': typeof shellCommandPalette
  'shell/connection': typeof shellConnection
  showcases: typeof showcases
  support: typeof support
  talent: typeof talent
  'talent/explore': typeof talentExplore
  'talent/listing': typeof talentListing
  viewer: typeof viewer
}

export type CatalogueName = keyof Catalogues

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

/** The keys of a catalogue; a plural key has no suffix and takes a `count`. */
export type MessageKey<A extends CatalogueName> = keyof Catalogues[A] extends infer K
  ? K extends `${infer Base}_${PluralForm}`
    ? Base
    : K & string
  : never

/** The product's languages. Where one has no catalogue, its English texts are shown. */
export const availableLanguages = ['en', 'es', 'fr', 'de', 'ja', 'zh', 'ar'] as const
export type AvailableLanguage = (typeof availableLanguages)[number]

const findLanguage = (tag: string | undefined) => availableLanguages.find((language) => language === tag)

/** Returns the first preferred language that the product has, by its primary subtag; English otherwise. */
export function matchLanguage(preferred: readonly string[]): AvailableLanguage {
  for (const tag of preferred) {
    const match = findLanguage(tag) ?? findLanguage(tag.toLowerCase().split('-', 1)[0])
    if (match) return match
  }
  return 'en'
}
