import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { readSession, renewToken } from '@veranda/contract/accounts/sessions/routes.ts'
import { changeAccount, readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import * as notifications from '@veranda/contract/notifications/routes.ts'
import { type Notification, type Preferences as PreferencesDto } from '@veranda/contract/notifications/schemas.ts'
import { type BodyOf, type ParamsOf, type QueryOf, type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { languages, type Problem } from '@veranda/contract/shared-schemas.ts'
import { emptyReplyOf } from '@veranda/contract/testing/empty-reply.ts'
import { routeSchemas } from '@veranda/contract/testing/route-schemas.ts'
import { mergePreferences } from '@veranda/core/notifications/preferences/merge-preferences.ts'
import {
  defaultPreferences,
  type Preferences,
  withFlatChannels,
} from '@veranda/core/notifications/preferences/preferences.ts'
import { appVersion } from '../lib/build-settings.ts'
import { sampleNotifications, sampleSummary } from './sample-notifications.ts'
import { sampleAccount, sampleSession } from './sample-user.ts'

type MockCall<R extends Route> = { params: ParamsOf<R>; query: QueryOf<R>; body: BodyOf<R> }
type Handler = (call: MockCall<Route>) => unknown

/** A reply of the mock server, or the status with which a real one would refuse. */
export type MockReply = { status: number; body: unknown }

/** State of this page load. A reload begins with the samples again. */
let shown = sampleNotifications(Date.now())
let deleted: Notification[] = []
let preferences = defaultPreferences(Intl.DateTimeFormat().resolvedOptions().timeZone)
let account = sampleAccount()
let version = 0

const handlers = new Map<Route, Handler>()

function handle<R extends Route>(route: R, handler: (call: MockCall<R>) => ReplyOf<R>): void {
  handlers.set(route, handler)
}

/** Returns the next version of the unread count: each change of it has a later one. */
export function nextCountVersion(): number {
  version += 1
  return version
}

function unreadCount(): number {
  return shown.filter(({ read }) => !read).length
}

function countUnread() {
  return { unread: unreadCount(), version: nextCountVersion() }
}

/** Sets whether one notification is read. Throws for one that is not in the list. */
function setRead(id: string, read: boolean): void {
  if (!shown.some(({ _id }) => _id === id)) throw new Error(`no notification ${id}`)
  shown = shown.map((one) => (one._id === id ? { ...one, read } : one))
}

handle(readSession, () => sampleSession(Date.now()))
handle(login, () => sampleSession(Date.now()))
handle(renewToken, () => sampleSession(Date.now()))
handle(readAccount, () => account)
handle(changeAccount, ({ body }) => (account = { ...account, ...definedOf(body) }))
handle(readConfig, () => ({
  mode: 'production' as const,
  version: appVersion,
  demoEntry: false,
  mailPage: false,
  openMailbox: false,
  payments: true,
  socialProviders: [],
  terms: 1,
  languages: [...languages],
  now: new Date().toISOString(),
  pushKey: null,
}))

handle(notifications.listNotifications, ({ query }) => ({
  items: shown.filter(
    ({ read, type, priority }) =>
      (query?.read === undefined || String(read) === query.read) &&
      (query?.type === undefined || type === query.type) &&
      (query?.priority === undefined || priority === query.priority),
  ),
  next: null,
  unread: unreadCount(),
}))
handle(notifications.summariseNotifications, () => sampleSummary(Date.now()))
handle(notifications.markRead, ({ params }) => {
  setRead(params.id, true)
  return countUnread()
})
handle(notifications.markUnread, ({ params }) => {
  setRead(params.id, false)
  return countUnread()
})
handle(notifications.markAllRead, () => {
  shown = shown.map((one) => ({ ...one, read: true }))
  return countUnread()
})
handle(notifications.deleteNotification, ({ params }) => {
  const found = shown.find(({ _id }) => _id === params.id)
  if (!found) throw new Error(`no notification ${params.id}`)
  deleted.push(found)
  shown = shown.filter((one) => one !== found)
  return countUnread()
})
handle(notifications.clearNotifications, () => {
  const ids = shown.map(({ _id }) => _id)
  deleted.push(...shown)
  shown = []
  return { ...countUnread(), ids }
})
handle(notifications.restoreNotifications, ({ body }) => {
  const back = deleted.filter(({ _id }) => body.ids.includes(_id))
  deleted = deleted.filter((one) => !back.includes(one))
  shown = [...shown, ...back].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  return countUnread()
})
handle(notifications.readPreferences, () => toPreferencesDto(preferences))
handle(notifications.changePreferences, ({ body }) => {
  const merged = mergePreferences(preferences, body)
  if (!merged.ok) throw new Error(merged.refusal.code)
  preferences = merged.value
  return toPreferencesDto(preferences)
})

/**
 * Replies to a call as the static preview does: with a sample, else with the empty reply of the contract; what has an id
 * is not found. A write that fails is logged and taken for a success.
 */
export function replyTo(route: Route, call: { params?: unknown; query?: unknown; body?: unknown }): MockReply {
  const isRead = route.method === 'GET' || route.method === 'HEAD'
  const handler = handlers.get(route)
  // The app calls a route with the arguments of its contract.
  const typed = call as MockCall<Route>
  try {
    if (handler) return { status: 200, body: handler(typed) }
  } catch (error) {
    if (isRead) throw error
    console.warn(`mock: ${route.method} ${route.path} failed, and is taken for a success`, error)
  }
  const schema = routeSchemas.find((schemas) => schemas.route === route)?.reply
  if (!schema || (isRead && route.path.includes('/:'))) return { status: 404, body: notFound }
  return { status: 200, body: emptyReplyOf(schema) }
}

const notFound: Problem = { type: 'about:blank', title: 'Not Found', status: 404, code: 'not-found', requestId: 'mock' }

/** Returns preferences as they go over the wire. */
function toPreferencesDto(value: Preferences): PreferencesDto {
  const { quietHours, ...flat } = withFlatChannels(value)
  return { ...flat, quietHours: { ...quietHours, days: [...quietHours.days] } }
}

function definedOf<T extends object>(body: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Undefined fields change nothing.
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
