import type activity from './activity/en.json'
import type auth from './auth/en.json'
import type bookings from './bookings/en.json'
import type calendar from './calendar/en.json'
import type common from './common/en.json'
import type confirm from './confirm/en.json'
import type dashboard from './dashboard/en.json'
import type dev from './dev/en.json'
import type errors from './errors/en.json'
import type later from './later/en.json'
import type legal from './legal/en.json'
import type messages from './messages/en.json'
import type notifications from './notifications/en.json'
import type pair from './pair/en.json'
import type payments from './payments/en.json'
import type pins from './pins/en.json'
import type projects from './projects/en.json'
import type refusals from './refusals/en.json'
import type reviews from './reviews/en.json'
import type rooms from './rooms/en.json'
import type sessions from './sessions/en.json'
import type settings from './settings/en.json'
import type shell from './shell/en.json'
import type support from './support/en.json'
import type talent from './talent/en.json'
import type viewer from './viewer/en.json'
import type works from './works/en.json'

/** One catalogue an area; English says which keys there are. */
export type Catalogues = {
  activity: typeof activity
  auth: typeof auth
  bookings: typeof bookings
  calendar: typeof calendar
  common: typeof common
  confirm: typeof confirm
  dashboard: typeof dashboard
  dev: typeof dev
  errors: typeof errors
  later: typeof later
  legal: typeof legal
  messages: typeof messages
  notifications: typeof notifications
  pair: typeof pair
  payments: typeof payments
  pins: typeof pins
  projects: typeof projects
  refusals: typeof refusals
  reviews: typeof reviews
  rooms: typeof rooms
  sessions: typeof sessions
  settings: typeof settings
  shell: typeof shell
  support: typeof support
  talent: typeof talent
  viewer: typeof viewer
  works: typeof works
}

export type Area = keyof Catalogues

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

/** The keys of an area; a plural is asked for without its suffix, with a `count`. */
export type KeyOf<A extends Area> = keyof Catalogues[A] extends infer K
  ? K extends `${infer Base}_${Plural}`
    ? Base
    : K & string
  : never

/** The languages that have catalogues. English is whole; the others are added file by file. */
export const spokenLanguages = ['en'] as const
export type Spoken = (typeof spokenLanguages)[number]

/** The first of the wanted languages that has catalogues, by its first subtag; English otherwise. */
export function bestLanguage(wanted: readonly string[]): Spoken {
  for (const tag of wanted) {
    const whole = spokenLanguages.find((language) => language === tag)
    if (whole) return whole
    const found = spokenLanguages.find((language) => language === tag.toLowerCase().split('-')[0])
    if (found) return found
  }
  return 'en'
}
