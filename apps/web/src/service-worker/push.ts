import { renewToken } from '@veranda/contract/accounts/sessions/routes.ts'
// Schemas by type only, so that none becomes part of the worker.
import type { AccessToken } from '@veranda/contract/accounts/sessions/schemas.ts'
import { type PushPayload } from '@veranda/contract/notifications/push-payload.ts'
import { addPushDevice, listPushDevices } from '@veranda/contract/notifications/routes.ts'
import type { PushDeviceList } from '@veranda/contract/notifications/schemas.ts'
import { routeUrl } from '../lib/api/route-url.ts'
import { isOwnPath, type OpenPathMessage } from '../lib/worker-messages.ts'

/** Every push is shown: browsers revoke the permission of those who show nothing. */
type ShownPush = Omit<PushPayload, 'unread'> & { readonly unread?: number }

/** Shown for a push that cannot be read. */
const unreadable: ShownPush = {
  title: 'Veranda',
  body: '',
  language: 'en',
  tag: 'veranda',
  path: '/notifications',
}
/** A tab that does not reply in this time has no one who could open the path. */
const tabReplyDeadlineMs = 1_000

/** Registers what the worker does with pushes: shows them, opens what they are about, and renews the subscription. */
export function registerPushHandlers(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => event.waitUntil(showPush(worker, readPayload(event.data))))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    // Set by showPush; a notification of an earlier version may have another shape.
    const path = (event.notification.data as { path?: unknown } | null)?.path
    event.waitUntil(openPath(worker, isOwnPath(path) ? path : '/notifications'))
  })
  worker.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renewSubscription(worker, event))
  })
}

function readPayload(data: PushMessageData | null): ShownPush {
  try {
    const read: unknown = data?.json()
    // Only our server knows the keys that it was encrypted with; what an older version lacks is filled in.
    return typeof read === 'object' && read !== null ? { ...unreadable, ...(read as Partial<PushPayload>) } : unreadable
  } catch {
    return unreadable
  }
}

async function showPush(worker: ServiceWorkerGlobalScope, payload: ShownPush): Promise<void> {
  const { title, body, language, tag, path, unread } = payload
  // `renotify` is not in the library: what replaces another one is heard again.
  const options = {
    body,
    tag,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    renotify: true,
    lang: language,
    dir: 'auto',
    data: { path },
  } as const
  await Promise.all([worker.registration.showNotification(title, options), showUnread(worker, unread)])
}

/** Sets the number on the icon, where the app is installed and the browser has one. */
async function showUnread({ navigator }: ServiceWorkerGlobalScope, unread: number | undefined): Promise<void> {
  if (unread === undefined) return
  try {
    await navigator.setAppBadge?.(unread)
  } catch {
    // A browser may refuse it for an app that is not installed.
  }
}

/** Opens a path in a tab that is open already, else in a new one. A tab in a room is left alone. */
async function openPath(worker: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const pathOf = ({ url }: WindowClient) => url.slice(new URL(url).origin.length)
  const tabs = all.filter((tab) => pathOf(tab) === path || !pathOf(tab).startsWith('/rooms/'))
  const tab =
    tabs.find((one) => pathOf(one) === path) ??
    tabs.find(({ focused }) => focused) ??
    tabs.find(({ visibilityState }) => visibilityState === 'visible') ??
    tabs[0]
  if (tab && (await openInTab(tab, path))) return
  await worker.clients.openWindow(path)
}

async function openInTab(tab: WindowClient, path: string): Promise<boolean> {
  try {
    await tab.focus()
  } catch (error) {
    // A browser may keep a tab from coming to the front; it still shows the right place.
    console.warn('a tab could not be focused', error)
  }
  if (await askTab(tab, { kind: 'open-path', path })) return true
  try {
    return (await tab.navigate(path)) !== null
  } catch {
    // A tab that was loaded without this worker is not its own to navigate.
    return false
  }
}

/** Returns whether the tab replied. */
function askTab(tab: Client, message: OpenPathMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(false), tabReplyDeadlineMs)
    port1.addEventListener('message', () => {
      clearTimeout(timer)
      resolve(true)
    })
    port1.start()
    tab.postMessage(message, [port2])
  })
}

/**
 * Subscribes again when the browser has ended a subscription, and tells the server the new address. Without a session
 * that has push on nothing is sent; the app checks the subscription at its next start anyway.
 */
async function renewSubscription(
  { registration }: ServiceWorkerGlobalScope,
  { newSubscription, oldSubscription }: PushSubscriptionChangeEvent,
): Promise<void> {
  const token = await requestToken()
  if (token === undefined) return
  const authorization = `Bearer ${token}`
  const listed = await fetch(routeUrl(listPushDevices), { credentials: 'include', headers: { authorization } })
  // The reply of this route in the contract. The subscription may be that of someone who has signed out.
  if (!listed.ok || !((await listed.json()) as PushDeviceList).items.some(({ current }) => current)) return
  const key = oldSubscription?.options.applicationServerKey
  const renewed =
    newSubscription ??
    (await registration.pushManager.getSubscription()) ??
    (key && (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })))
  if (!renewed) return
  const { endpoint, keys } = renewed.toJSON()
  await fetch(routeUrl(addPushDevice), {
    method: addPushDevice.method,
    credentials: 'include',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  })
}

async function requestToken(): Promise<string | undefined> {
  const response = await fetch(routeUrl(renewToken), { method: renewToken.method, credentials: 'include' })
  // The reply of this route in the contract.
  return response.ok ? ((await response.json()) as AccessToken).token : undefined
}
