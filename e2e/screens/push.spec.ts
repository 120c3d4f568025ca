import { type CDPSession, type Page, type Worker } from '@playwright/test'
import { listConversations, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { addPushDevice } from '@veranda/contract/notifications/routes.ts'
import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { type PushPayload } from '@veranda/contract/notifications/push-payload.ts'
import { TestPushService, type TestSubscription } from '@veranda/server/gateways/push/testing/test-push-service.ts'
import { randomUUID } from 'node:crypto'
import { openApiClient } from '../support/api-client.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { microphoneLaunchOptions } from '../support/browser/chromium.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { expect, test } from '../support/fixtures.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { matrixOnly } from '../support/scope.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { translationsFor } from '../support/translations.ts'

// The headless shell has no notifications.
test.use({ launchOptions: microphoneLaunchOptions })

const t = translationsFor('notifications')
/** Longer than a message waits to be read, and then its push. */
const graceOverMs = 20_000

/**
 * Gives the page a subscription at the test's own push service: the browser's own service cannot be reached in a closed
 * network. Registration, worker and permission stay the browser's.
 */
async function stubSubscribe(page: Page, { endpoint, keys }: TestSubscription): Promise<void> {
  await page.addInitScript(
    (given) => {
      const subscription = {
        endpoint: given.endpoint,
        options: { applicationServerKey: null, userVisibleOnly: true },
        toJSON: () => given,
        unsubscribe: async () => true,
      }
      // The members that the app uses.
      PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription
      PushManager.prototype.getSubscription = async () => null
    },
    { endpoint, keys },
  )
}

/** Delivers what the push service got to the worker, as the browser does. */
async function deliver(session: CDPSession, origin: string, payload: PushPayload): Promise<void> {
  const registered = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [registration] = registrations
    if (registration) registered.resolve(registration.registrationId)
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered.promise
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) })
  await session.send('ServiceWorker.disable')
}

/** Members of a worker's scope that the page's types do not know. */
type WorkerScope = {
  registration: {
    getNotifications(): Promise<{ title: string; icon: string; badge: string; close(): void }[]>
    showNotification(title: string, options: object): Promise<void>
  }
  clients: { openWindow(path: string): Promise<null> }
  NotificationEvent: new (name: string, init: object) => Event
  dispatchEvent(event: Event): boolean
  openedPaths?: string[]
}

const shownTitles = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope
    return (await registration.getNotifications()).map(({ title }) => title)
  })

/** Returns the addresses of the images of the notification that is shown. */
const shownImages = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope
    return (await registration.getNotifications()).flatMap(({ icon, badge }) => [icon, badge])
  })

/** Loads images under the worker's content policy, as notifications do; returns those that it refuses. */
const refusedImages = (worker: Worker, images: readonly string[]) =>
  worker.evaluate(async (addresses) => {
    const { registration } = globalThis as unknown as WorkerScope
    const refused: string[] = []
    addEventListener('securitypolicyviolation', ({ blockedURI }) => refused.push(blockedURI))
    const [icon, badge] = addresses
    await registration.showNotification('images', { icon, badge })
    const shown = await registration.getNotifications()
    shown.find(({ title }) => title === 'images')?.close()
    return refused
  }, images)

/**
 * Presses the notification that is shown. Only a person's press lets a worker open or focus a window, so opening one is
 * recorded; returns the paths of those.
 */
const pressNotification = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope
    const opened: string[] = []
    scope.clients.openWindow = async (path) => {
      opened.push(path)
      return null
    }
    const [notification] = await scope.registration.getNotifications()
    const event = new scope.NotificationEvent('notificationclick', { notification })
    const handled = new Promise<unknown>((resolve) => {
      Object.defineProperty(event, 'waitUntil', { value: (work: Promise<unknown>) => resolve(work) })
    })
    scope.dispatchEvent(event)
    await handled
    return opened
  })

test(
  'a message is pushed to a browser whose app is closed or shows something else, and a press leads to it',
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    const service = await TestPushService.start()
    const subscription = service.subscribe()
    const kenji = await openApiClient(url, 'Kenji')
    const { projectId } = await readingChairProject(kenji)
    const [conversation] = (await kenji.call(listConversations, { query: { projectId } })).items
    const params = { id: conversation?.id ?? '' }
    const sendPushed = async (message: string): Promise<PushPayload> => {
      const count = service.received.length
      await kenji.call(sendMessage, { params, body: { clientId: randomUUID(), message } })
      await expect
        .poll(async () => {
          await kenji.call(moveClock, { body: { advanceMs: graceOverMs } })
          return service.received.length
        })
        .toBeGreaterThan(count)
      return service.received.at(-1)?.payload ?? Promise.reject(new Error('nothing was pushed'))
    }

    const window = await openBrowserWindow(browser, url, {
      reducedMotion: 'reduce',
      permissions: ['notifications'],
      serviceWorkers: 'allow',
    })
    const { page } = window
    const context = page.context()
    await stubSubscribe(page, subscription)
    const maya = mouseInput(page)
    await signInAsDemoUser(maya, 'Maya Torres')
    await page.goto('/notification-preferences')
    await maya.press(page.getByRole('button', { name: t('screen.push.turn-on') }))
    await expect(page.getByText(t('screen.push.on'))).toBeVisible()
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))

    // The app is open and shows something else: it goes there without loading again. It is ready for that once it has
    // checked its subscription.
    const checked = page.waitForResponse(`**/api${addPushDevice.path}`)
    await page.goto('/search')
    await checked
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    const first = await sendPushed('Could the armrests be rounder?')
    expect(first.title).toContain('Kenji Arai')
    expect(first.body).toBe('Could the armrests be rounder?')
    await deliver(await context.newCDPSession(page), url, first)
    await expect.poll(() => shownTitles(worker)).toEqual([first.title])
    const { icons }: { icons: { src: string }[] } = await (await page.request.get('/manifest.json')).json()
    const images = await shownImages(worker)
    expect(await refusedImages(worker, images)).toEqual([])
    expect(images.filter((image) => icons.some(({ src }) => image === `${url}${src}`))).toHaveLength(2)
    for (const image of images) expect((await page.request.get(image)).headers()['content-type']).toBe('image/png')
    expect(await pressNotification(worker)).toEqual([])
    await expect(page).toHaveURL(new RegExp(`/messages\\?.*${params.id}`))
    await expect(page.getByText('Could the armrests be rounder?').last()).toBeVisible()
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
    await expect.poll(() => shownTitles(worker)).toEqual([])

    // No tab has the app: a window opens at the same place.
    const blank = await context.newPage()
    await page.close()
    const second = await sendPushed('And a little darker.')
    await deliver(await context.newCDPSession(blank), url, second)
    await expect.poll(() => shownTitles(worker)).toEqual([second.title])
    expect(await pressNotification(worker)).toEqual([second.path])
    expect(second.path).toBe(first.path)

    await window.close()
    await service.stop()
  },
)
