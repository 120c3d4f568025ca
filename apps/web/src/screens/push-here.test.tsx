import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readConfig } from '@veranda/contract/config/routes.ts'
import {
  addPushDevice,
  listPushDevices,
  readPreferences,
  removePushDevice,
} from '@veranda/contract/notifications/routes.ts'
import { type PushDevice } from '@veranda/contract/notifications/schemas.ts'
import { defaultPreferences, withFlatChannels } from '@veranda/core/notifications/preferences/preferences.ts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { checkPush } from '../features/notifications/push/keep-push.ts'
import { isPushOnHere, markPushOn } from '../features/notifications/push/push-mark.ts'
import { refreshPublicConfig } from '../lib/public-config.ts'
import { contractServer, Refused } from '../lib/testing/contract-server.ts'
import { idOf, now, sampleConfig } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

beforeAll(() => loadScreen('/notification-preferences'))

const pushKey = `B${'w'.repeat(86)}`
const otherKey = `B${'0'.repeat(86)}`
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const keys = { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) }

const deviceOf = (n: number, current: boolean): PushDevice => ({
  id: idOf('f', n),
  current,
  userAgent: chrome,
  createdAt: now,
  lastAcceptedAt: null,
})

/** The parts of a browser that push needs, as far as the app uses them. */
class FakeBrowser {
  permission: NotificationPermission = 'default'
  answer: NotificationPermission = 'granted'
  asked = 0
  registered: string[] = []
  subscription: PushSubscription | null = null
  subscribedWith: unknown[] = []
  ended = 0
  fails = false

  install() {
    const pushManager = {
      getSubscription: async () => this.subscription,
      subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
        if (this.fails) throw new DOMException('push service error', 'AbortError')
        this.subscribedWith.push(key)
        this.subscription = this.subscriptionWith(key, this.subscribedWith.length)
        return this.subscription
      },
    }
    const registration = { pushManager }
    vi.stubGlobal('PushManager', pushManager)
    const notification = {
      requestPermission: async () => {
        this.asked += 1
        this.permission = this.answer
        return this.answer
      },
    }
    Object.defineProperty(notification, 'permission', { get: () => this.permission })
    vi.stubGlobal('Notification', notification)
    const serviceWorker = Object.assign(new EventTarget(), {
      register: async (url: string) => void this.registered.push(url),
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      startMessages: () => undefined,
    })
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  }

  subscriptionWith(key: string, n: number): PushSubscription {
    const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    const endpoint = `https://fcm.googleapis.com/fcm/send/${n}`
    const subscription = {
      endpoint,
      options: { applicationServerKey: bytes.buffer, userVisibleOnly: true },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        this.ended += 1
        this.subscription = null
        return true
      },
    }
    // The members that the app uses.
    return subscription as unknown as PushSubscription
  }
}

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
  browser.install()
  localStorage.clear()
})

async function openScreen(devices: PushDevice[], more: { push?: boolean; key?: string | null } = {}) {
  const { push = true, key = pushKey } = more
  const server = contractServer()
  const { quietHours, ...rest } = withFlatChannels(defaultPreferences('Europe/Berlin'))
  server.reply(readPreferences, {
    ...rest,
    channels: { ...rest.channels, push },
    push,
    deliveryFrequency: {},
    quietHours: { ...quietHours, days: [...quietHours.days] },
  })
  server.reply(listPushDevices, () => ({ items: devices }))
  renderScreen(server, '/notification-preferences')
  server.reply(readConfig, { ...sampleConfig, pushKey: key })
  await refreshPublicConfig()
  return server
}
const findSection = async () => {
  const heading = await screen.findByRole('heading', { name: 'Push on this device' })
  return within(heading.closest('section') ?? document.body)
}

test('nothing is asked before the press; then the browser is, and the server learns the subscription', async () => {
  const devices: PushDevice[] = []
  const server = await openScreen(devices)
  server.reply(addPushDevice, () => {
    devices.push(deviceOf(1, true))
    return deviceOf(1, true)
  })
  const section = await findSection()
  expect(await section.findByText('Push is off on this device')).toBeTruthy()
  expect([browser.asked, browser.registered]).toEqual([0, []])
  await userEvent.click(section.getByRole('button', { name: 'Turn on push' }))
  expect(await section.findByText('Push is on for this device')).toBeTruthy()
  expect([browser.asked, browser.registered, browser.subscribedWith]).toEqual([1, ['/service-worker.js'], [pushKey]])
  expect(server.calls(addPushDevice).map(({ body }) => body)).toEqual([
    { endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys },
  ])
  expect(section.getByText('This device')).toBeTruthy()
  expect(isPushOnHere()).toBe(true)
})

test('a user who says no reads what to do, and nothing is registered', async () => {
  await openScreen([])
  browser.answer = 'denied'
  const section = await findSection()
  await userEvent.click(await section.findByRole('button', { name: 'Turn on push' }))
  expect(await section.findByText('Your browser blocks notifications from Veranda')).toBeTruthy()
  expect(section.getByText(/in your browser’s settings/)).toBeTruthy()
  expect(section.queryByRole('button', { name: 'Turn on push' })).toBeNull()
  expect(browser.registered).toEqual([])
})

test('a question that is closed without an answer leaves push off', async () => {
  await openScreen([])
  browser.answer = 'default'
  const section = await findSection()
  await userEvent.click(await section.findByRole('button', { name: 'Turn on push' }))
  await waitFor(() => expect(browser.asked).toBe(1))
  expect(await section.findByText('Push is off on this device')).toBeTruthy()
})

test('a push service that cannot be reached is said, and can be tried again', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const server = await openScreen([])
  server.reply(addPushDevice, deviceOf(1, true))
  browser.fails = true
  const section = await findSection()
  await userEvent.click(await section.findByRole('button', { name: 'Turn on push' }))
  expect(await section.findByText('Couldn’t turn on push')).toBeTruthy()
  expect([isPushOnHere(), server.calls(addPushDevice), warn.mock.calls.length]).toEqual([false, [], 1])
  browser.fails = false
  await userEvent.click(section.getByRole('button', { name: 'Turn on push' }))
  await waitFor(() => expect(server.calls(addPushDevice)).toHaveLength(1))
  warn.mockRestore()
})

test('a browser without push says so', async () => {
  Reflect.deleteProperty(globalThis, 'PushManager')
  await openScreen([])
  const section = await findSection()
  expect(await section.findByText('This browser can’t receive push')).toBeTruthy()
  expect(section.queryByRole('button', { name: 'Turn on push' })).toBeNull()
})

test('turning it off removes this device, ends the subscription and forgets the mark; another one is removed alone', async () => {
  browser.permission = 'granted'
  browser.subscription = browser.subscriptionWith(pushKey, 1)
  markPushOn()
  const devices = [deviceOf(1, true), deviceOf(2, false)]
  const server = await openScreen(devices)
  server.reply(removePushDevice, ({ params }) => {
    devices.splice(
      devices.findIndex(({ id }) => id === params.id),
      1,
    )
    return { done: true as const }
  })
  const section = await findSection()
  await userEvent.click(await section.findByRole('button', { name: 'Remove Chrome on Linux from push' }))
  await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1))
  expect([browser.ended, isPushOnHere()]).toEqual([0, true])
  await userEvent.click(section.getByRole('button', { name: 'Turn off push' }))
  expect(await section.findByText('Push is off on this device')).toBeTruthy()
  expect([browser.ended, isPushOnHere(), section.queryAllByRole('listitem')]).toEqual([1, false, []])
})

test('a refusal of the server is shown, and push stays off', async () => {
  const server = await openScreen([])
  server.reply(addPushDevice, () => {
    throw new Refused(409, 'push-device.too-many', { detail: 'You can have push on 20 devices.' })
  })
  const section = await findSection()
  await userEvent.click(await section.findByRole('button', { name: 'Turn on push' }))
  expect(await screen.findByText('Couldn’t change your devices')).toBeTruthy()
  expect(isPushOnHere()).toBe(false)
})

test('a device with push whose channel is off says that nothing is pushed', async () => {
  browser.permission = 'granted'
  markPushOn()
  await openScreen([deviceOf(1, true)], { push: false })
  const section = await findSection()
  expect(await section.findByText('Push is on for this device')).toBeTruthy()
  expect(section.getByText(/so nothing is pushed for now/)).toBeTruthy()
  expect(screen.getByText('Nothing is pushed to your devices.')).toBeTruthy()
})

test('without push in this installation there is no such section, and the choice is kept', async () => {
  await openScreen([], { key: null })
  expect(await screen.findByText(/Push is switched off here/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Push on this device' })).toBeNull()
})

test.each<[string, Partial<FakeBrowser>, string | null, { saved: number; ended: number; isOn: boolean }]>([
  ['the same subscription is told again', { permission: 'granted' }, pushKey, { saved: 1, ended: 0, isOn: true }],
  [
    'another key of the server needs a new one',
    { permission: 'granted' },
    otherKey,
    { saved: 1, ended: 1, isOn: true },
  ],
  ['a permission that was taken back ends it', { permission: 'denied' }, pushKey, { saved: 0, ended: 1, isOn: false }],
  ['an installation without push ends it', { permission: 'granted' }, null, { saved: 0, ended: 1, isOn: false }],
])('at the start of the app %s', async (_, state, key, expected) => {
  const server = contractServer()
  server.reply(readConfig, { ...sampleConfig, pushKey: key })
  server.reply(addPushDevice, deviceOf(1, true))
  Object.assign(browser, state)
  browser.subscription = browser.subscriptionWith(pushKey, 1)
  markPushOn()
  await checkPush()
  expect({ saved: server.calls(addPushDevice).length, ended: browser.ended, isOn: isPushOnHere() }).toEqual(expected)
})
