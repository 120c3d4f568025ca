import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, devices, type Page } from '@playwright/test'
import { readBatch } from '@veranda/core/rooms/batch.ts'
import { noPose, type Pose } from '@veranda/core/rooms/pose.ts'
import { roomPath } from '@veranda/contract/rooms/wire.ts'
import { chromium } from '../support/chromium.ts'
import { openWindow } from '../support/window.ts'

/** A browser that draws in software, and hears a beep where there is no microphone. */
export const roomBrowser = {
  ...chromium,
  args: [
    ...chromium.args,
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
}

/** The script of an emulated headset, which stands in for the device alone: the product is told nothing of it. */
const emulator = join(createRequire(import.meta.url).resolve('iwer'), '../../build/iwer.min.js')

/** What a page heard over its room's line. */
export type Overheard = { readonly poses: Map<number, Pose>; slot(): number | undefined }

export function overhear(page: Page): Overheard {
  const poses = new Map<number, Pose>()
  let slot: number | undefined
  page.on('websocket', (line) => {
    if (!line.url().includes(roomPath)) return
    line.on('framereceived', ({ payload }) => {
      if (typeof payload === 'string') {
        const told: { name?: string; slot?: number } = JSON.parse(payload)
        if (told.name === 'welcome') slot = told.slot
        return
      }
      const view = new DataView(payload.buffer, payload.byteOffset, payload.length)
      readBatch(view, noPose(), (from, pose) => poses.set(from, structuredClone(pose)))
    })
  })
  return { poses, slot: () => slot }
}

type Window = Awaited<ReturnType<typeof openWindow>>

/** Where the emulated head is, in metres of its own floor. */
export const standing = { x: 0, y: 1.65, z: 1.4 }

/** A window in which a headset is connected, at rest at the height of somebody who stands. */
export async function openHeadset(browser: Browser, url: string): Promise<Window> {
  const window = await openWindow(browser, url, { viewport: { width: 640, height: 360 }, permissions: ['microphone'] })
  await window.page.addInitScript({ path: emulator })
  await window.page.addInitScript(({ x, y, z }) => {
    // The emulator's script puts its name there.
    const { IWER } = globalThis as unknown as { IWER: { XRDevice: new (of: object) => Emulated; metaQuest3: object } }
    const device = new IWER.XRDevice(IWER.metaQuest3)
    device.installRuntime({ forceInstall: true })
    device.position.set(x, y, z)
    Object.assign(globalThis, { headset: device })
  }, standing)
  return window
}

/** A phone, but for its fine screen: software draws each of its points. */
export const phone: BrowserContextOptions = {
  ...devices['Pixel 7'],
  viewport: { width: 360, height: 640 },
  deviceScaleFactor: 1,
  permissions: ['microphone'],
}

type Emulated = {
  installRuntime(options: object): void
  position: { set(x: number, y: number, z: number): void }
}
