import { offlineMode } from '../build-settings.ts'
import { onResume } from '../realtime/realtime.ts'
import { sessionStore } from '../session/session.ts'
import {
  type DescribeMessage,
  type KeepAssetsMessage,
  readCachePrefix,
  serviceWorkerUrl,
  sharedFilesCache,
  shellCachePrefix,
  type WorkerStatus,
} from '../worker-messages.ts'
import { trustedWorkerAddress } from './worker-address.ts'

/** The least time between two looks for a new worker; a lost connection is often a new version of the server. */
const updateIntervalMs = 60_000
/** A worker that does not reply in this time is being replaced. */
const replyDeadlineMs = 2_000

type Options = {
  /** Called when a newer build than that of this page is ready. */
  readonly onNewVersion: () => void
  /** Called once a worker handles this page's requests. */
  readonly onReady: () => void
}

/**
 * Registers the service worker and looks for a new one from time to time. Without the offline mode, or when the server no
 * longer has a worker, removes the one that is there with its caches; what waits to be sent is kept.
 */
export async function startServiceWorker({ onNewVersion, onReady }: Options): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  if (!offlineMode) return removeServiceWorker()
  const { serviceWorker } = navigator
  sessionStore.subscribe(() => {
    if (sessionStore.get().status === 'out') void deleteCaches(readCachePrefix, sharedFilesCache)
  })
  const registration = await register()
  if (!registration) return
  let checkedAt = performance.now()
  const checkForUpdate = () => {
    if (performance.now() - checkedAt < updateIntervalMs) return
    checkedAt = performance.now()
    void update(registration)
  }
  onResume(checkForUpdate)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && checkForUpdate())
  const compare = async () => {
    // A worker that has just taken over may be slow once.
    const status = (await describeWorker()) ?? (await describeWorker())
    if (status && !loadedPaths().includes(status.entry)) onNewVersion()
  }
  serviceWorker.addEventListener('controllerchange', () => void compare())
  await serviceWorker.ready
  await isControlled()
  keepLoadedAssets()
  onReady()
  // A page that a newer worker has taken over before it listened. A newer page has an old worker for a moment only.
  await update(registration)
  if (!registration.installing && !registration.waiting) await compare()
}

/** Resolves once a worker handles this page's requests; one that was just installed takes the page over. */
async function isControlled(): Promise<void> {
  const { serviceWorker } = navigator
  while (!serviceWorker.controller)
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
}

async function register(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker.register(trustedWorkerAddress(), { updateViaCache: 'none' })
  } catch (error) {
    console.warn('the service worker could not be registered', error)
    await removeIfGone()
    return undefined
  }
}

async function update(registration: ServiceWorkerRegistration): Promise<void> {
  try {
    await registration.update()
  } catch {
    // Offline; or the server has none.
    await removeIfGone()
  }
}

/** Removes the worker when the server says that it has none, which no browser does by itself. */
async function removeIfGone(): Promise<void> {
  const response = await fetch(serviceWorkerUrl, { cache: 'no-store' }).catch(() => undefined)
  if (response && (response.status === 404 || response.status === 410)) await removeServiceWorker()
}

/** Unregisters the worker, unless it also receives pushes, and deletes its caches. */
async function removeServiceWorker(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    const subscription = await registration.pushManager?.getSubscription()
    if (!subscription) await registration.unregister()
  }
  await deleteCaches(shellCachePrefix, readCachePrefix, sharedFilesCache)
}

async function deleteCaches(...prefixes: readonly string[]): Promise<void> {
  // Only where the page is served securely.
  if (!('caches' in globalThis)) return
  for (const name of await caches.keys())
    if (prefixes.some((prefix) => name.startsWith(prefix))) await caches.delete(name)
}

/** Lets the worker keep what this page loaded before it was there: the screen, its texts in the user's language, fonts. */
function keepLoadedAssets(): void {
  const urls = performance.getEntriesByType('resource').map(({ name }) => name)
  const message = { kind: 'keep-assets', urls } satisfies KeepAssetsMessage
  navigator.serviceWorker.controller?.postMessage(message)
}

/** Asks the worker of this page for its build and for the kept replies that the page was given. */
export function describeWorker(): Promise<WorkerStatus | undefined> {
  const { controller } = navigator.serviceWorker
  if (!controller) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(undefined), replyDeadlineMs)
    // The worker of the same app replies with this type.
    port1.addEventListener('message', ({ data }: MessageEvent<WorkerStatus>) => {
      clearTimeout(timer)
      resolve(data)
    })
    port1.start()
    controller.postMessage({ kind: 'describe' } satisfies DescribeMessage, [port2])
  })
}

/** Returns the paths of what this page has loaded; its document may have started the app without naming its scripts. */
function loadedPaths(): string[] {
  return performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.origin).pathname)
}
