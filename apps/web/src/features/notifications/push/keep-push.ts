import { readConfig } from '@veranda/contract/config/routes.ts'
import { unreadCountChanged } from '@veranda/contract/notifications/events.ts'
import { call } from '../../../lib/api/call.ts'
import { on } from '../../../lib/realtime/realtime.ts'
import { isOwnPath, type OpenPathMessage } from '../../../lib/worker-messages.ts'
import { isPushOnHere, markPushOff } from './push-mark.ts'
import { isPushSupported, savePushDevice, subscribeToPush, unsubscribeFromPush } from './push-subscription.ts'

let kept = false

/**
 * Does once for a page what push needs while it is open: opens what a pressed notification leads to, and keeps the
 * number on the icon. Loaded only where push is on.
 */
export function keepPush(): void {
  if (kept || !isPushSupported()) return
  kept = true
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<Partial<OpenPathMessage>>) => {
    if (data.kind !== 'open-path' || !isOwnPath(data.path)) return
    // First the reply: the worker loads the path again in a tab that does not reply in time.
    ports[0]?.postMessage('opening')
    openPath(data.path)
  })
  navigator.serviceWorker.startMessages()
  on(unreadCountChanged, ({ count }) => void showUnread(count))
}

/**
 * Checks the subscription when the app starts: the browser may have ended it, its address may be another one, and the
 * server may have another key or no push any more.
 */
export async function checkPush(): Promise<void> {
  try {
    const { pushKey } = await call(readConfig)
    if (pushKey === null || Notification.permission !== 'granted') {
      markPushOff()
      return await unsubscribeFromPush()
    }
    const saved = await savePushDevice(await subscribeToPush(pushKey))
    // Signed out meanwhile, or too many devices: the settings say so.
    if (!saved.ok && !saved.problem.uncertain && isPushOnHere()) markPushOff()
  } catch (error) {
    console.warn('push subscription could not be checked', error)
  }
}

/**
 * Moves the app to a path as a press on one of its links does. The router listens for this event, and no module outside
 * of a component has it.
 */
function openPath(path: string): void {
  // Written by the router: how many entries of the history are the app's.
  const { idx = 0 } = (history.state ?? {}) as { idx?: number }
  const state = { idx: idx + 1, key: crypto.randomUUID(), usr: null }
  history.pushState(state, '', path)
  dispatchEvent(new PopStateEvent('popstate', { state }))
}

async function showUnread(count: number): Promise<void> {
  try {
    await navigator.setAppBadge?.(count)
  } catch {
    // A browser may refuse it for an app that is not installed.
  }
}
