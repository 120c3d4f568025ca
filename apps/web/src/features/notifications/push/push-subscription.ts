import { addPushDevice } from '@veranda/contract/notifications/routes.ts'
import { type AddPushDeviceBody, type PushDevice } from '@veranda/contract/notifications/schemas.ts'
import { type Outcome, runCommand } from '../../../lib/api/use-command.ts'
import { trustedWorkerAddress } from '../../../lib/service-worker/worker-address.ts'

/** Without an answer of the browser's push service in this time, subscribing has failed. */
const subscribeDeadlineMs = 20_000

/** Returns whether this browser can receive pushes. Private windows of some cannot, and those on iPhones only installed. */
export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

/** Subscribes this browser with the key of the server, which has to know it then. Throws when the browser cannot. */
export async function subscribeToPush(pushKey: string): Promise<PushSubscription> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer of the push service')), subscribeDeadlineMs)
  try {
    return await Promise.race([findOrSubscribe(pushKey), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function findOrSubscribe(pushKey: string): Promise<PushSubscription> {
  const { pushManager } = await registerServiceWorker()
  const existing = await pushManager.getSubscription()
  if (existing && keyOf(existing) === pushKey) return existing
  // The server has another key now, with which this one cannot be used.
  await existing?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
}

/** Ends the browser's own subscription. The server has forgotten it already, so a failure changes nothing. */
export async function unsubscribeFromPush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  } catch (error) {
    console.warn('push subscription could not be ended', error)
  }
}

/** Tells the server where to push to for this session. Telling it again changes nothing. */
export async function savePushDevice(subscription: PushSubscription): Promise<Outcome<PushDevice>> {
  const { endpoint, keys } = subscription.toJSON()
  // A subscription has both; the server parses them.
  const body = { endpoint, keys } as AddPushDeviceBody
  return runCommand<typeof addPushDevice>(addPushDevice, { body })
}

function keyOf({ options }: PushSubscription): string | undefined {
  const { applicationServerKey: key } = options
  if (key === null) return undefined
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

async function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(trustedWorkerAddress(), { updateViaCache: 'none' })
  return navigator.serviceWorker.ready
}
