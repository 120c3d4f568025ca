import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, devices, type Page } from '@playwright/test'
import { readPoseBatch } from '@veranda/core/rooms/connection/pose-batch.ts'
import { createPose, type Pose } from '@veranda/core/rooms/connection/pose.ts'
import { roomSocketPath } from '@veranda/contract/rooms/connection/messages.ts'
import { microphoneLaunchOptions } from '../support/browser/chromium.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { emulateDevice, type HeadsetDevice, quest3 } from './headset-devices.ts'

/** Launch options of a browser with software rendering and a fake microphone that beeps. */
export const roomLaunchOptions = {
  ...microphoneLaunchOptions,
  args: [
    ...microphoneLaunchOptions.args,
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--webgl-antialiasing-mode=none',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
}

/** Script of an emulated headset. It replaces only the device; the app does not know. */
const emulatorScript = join(createRequire(import.meta.url).resolve('iwer'), '../../build/iwer.min.js')

/** Latest poses that a page received over its room connection, by participant slot. */
export type PoseRecording = { readonly poses: Map<number, Pose>; participantSlot(): number | undefined }

export function recordPoses(page: Page): PoseRecording {
  const poses = new Map<number, Pose>()
  let participantSlot: number | undefined
  page.on('websocket', (socket) => {
    if (!socket.url().includes(roomSocketPath)) return
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload === 'string') {
        const message: { name?: string; participantSlot?: number } = JSON.parse(payload)
        if (message.name === 'snapshot') participantSlot = message.participantSlot
        return
      }
      const view = new DataView(payload.buffer, payload.byteOffset, payload.length)
      readPoseBatch(view, createPose(), (from, pose) => poses.set(from, structuredClone(pose)))
    })
  })
  return { poses, participantSlot: () => participantSlot }
}

type Window = Awaited<ReturnType<typeof openBrowserWindow>>

/** Frames per second of a room on a desktop or a phone: enough to follow, and the processors stay free for the headset. */
const roomFramesPerSecond = 6

/** Opens a window for a room on a desktop or a phone, where software rendering draws no more frames than needed. */
export async function openRoomWindow(browser: Browser, url: string, options: BrowserContextOptions): Promise<Window> {
  const window = await openBrowserWindow(browser, url, options)
  await limitFrameRate(window.page, roomFramesPerSecond)
  return window
}

/**
 * Limits how often a page draws. Call it before the first page load.
 */
async function limitFrameRate(page: Page, framesPerSecond: number): Promise<void> {
  await page.addInitScript((intervalMs) => {
    const request = globalThis.requestAnimationFrame.bind(globalThis)
    const cancel = globalThis.cancelAnimationFrame.bind(globalThis)
    const waiting = new Map<number, { timer?: ReturnType<typeof setTimeout>; frame?: number }>()
    let lastId = 0
    let nextFrameAt = 0
    globalThis.requestAnimationFrame = (draw) => {
      const id = ++lastId
      const entry: { timer?: ReturnType<typeof setTimeout>; frame?: number } = {}
      waiting.set(id, entry)
      const now = performance.now()
      // Callbacks requested together run in the same frame.
      if (now >= nextFrameAt) nextFrameAt = now + intervalMs
      entry.timer = setTimeout(() => {
        entry.frame = request((time) => {
          waiting.delete(id)
          draw(time)
        })
      }, nextFrameAt - now)
      return id
    }
    globalThis.cancelAnimationFrame = (id) => {
      const entry = waiting.get(id)
      waiting.delete(id)
      clearTimeout(entry?.timer)
      if (entry?.frame !== undefined) cancel(entry.frame)
    }
  }, 1_000 / framesPerSecond)
}

/**
 * Skips draws into a viewport without pixels. The emulator gives the right eye none, and software rendering would still
 * transform every vertex for it.
 */
function skipEmptyViewports(): void {
  const { prototype } = WebGL2RenderingContext
  const emptyContexts = new WeakSet<WebGL2RenderingContext>()
  const { viewport, drawArrays, drawArraysInstanced, drawElements, drawElementsInstanced } = prototype
  prototype.viewport = function (x, y, width, height) {
    if (width === 0 || height === 0) emptyContexts.add(this)
    else emptyContexts.delete(this)
    viewport.call(this, x, y, width, height)
  }
  prototype.drawArrays = function (...args) {
    if (!emptyContexts.has(this)) drawArrays.apply(this, args)
  }
  prototype.drawArraysInstanced = function (...args) {
    if (!emptyContexts.has(this)) drawArraysInstanced.apply(this, args)
  }
  prototype.drawElements = function (...args) {
    if (!emptyContexts.has(this)) drawElements.apply(this, args)
  }
  prototype.drawElementsInstanced = function (...args) {
    if (!emptyContexts.has(this)) drawElementsInstanced.apply(this, args)
  }
}

/** Opens a window with a connected headset, at rest at standing height. */
export async function openHeadset(browser: Browser, url: string, device: HeadsetDevice = quest3): Promise<Window> {
  const window = await openBrowserWindow(browser, url, {
    viewport: { width: 360, height: 240 },
    permissions: ['microphone'],
  })
  await window.page.addInitScript({ path: emulatorScript })
  await window.page.addInitScript(skipEmptyViewports)
  await emulateDevice(window.page, device)
  return window
}

/** A phone with a device pixel ratio of 1, because software rendering pays for every pixel. */
export const phone: BrowserContextOptions = {
  ...devices['Pixel 7'],
  viewport: { width: 360, height: 640 },
  deviceScaleFactor: 1,
  permissions: ['microphone'],
}
