import type { Page } from '@playwright/test'
import {
  panelAnglesRadians,
  panelDistanceMetres,
  panelDropMetres,
  panelWidthMetres,
  type PanelSide,
  panelWidthPixels,
} from '../../apps/web/src/lib/panels/panel-model.ts'
import type { PosePoint } from '@veranda/core/rooms/connection/pose.ts'
import { waitUntil } from '../support/wait-until.ts'
import { translationsFor } from '../support/translations.ts'
import { type HeadsetDevice, type PageWithHeadset, quest3, eyesWhenUpright } from './headset-devices.ts'

export type Position = { x: number; y: number; z: number }
type Quaternion = { x: number; y: number; z: number; w: number }
/**
 * A text drawn on a panel, with its centre in pixels from the panel's upper left corner. Texts of one drawing of a panel
 * share its number.
 */
type PanelText = { text: string; x: number; y: number; width: number; height: number; drawing: number }

const controllerPosition: Position = { x: 0.2, y: 1.25, z: 1.1 }
/** Panels are placed around the left eye, which is this far from the centre of the head. */
const leftEyeOffsetMetres = -0.0315
const tRooms = translationsFor('rooms')

type FrameSource = {
  requestAnimationFrame(this: FrameSource, act: (time: number, frame: unknown) => void): number
  cancelAnimationFrame(this: FrameSource, id: number): void
}
/** Globals that `recordPanelText` adds to the page. */
type PageRecord = PageWithHeadset & {
  panelTexts: PanelText[]
  /** Resolves once the headset has drawn this many more frames. */
  drawFrames(count: number): Promise<void>
}
/** One input of what the user points with, and how many frames are drawn with it before the next. */
type InputStep = {
  readonly pose?: { readonly position: Position; readonly rotation: Quaternion }
  /** The trigger or the pinch, or another button by its name. */
  readonly press?: { readonly value: number; readonly button?: string }
  /** This step and those after it are left out if the text has moved, as when a read adds rows above it. */
  readonly target?: PanelText
  readonly frames: number
}

/** The headset draws no more frames than this while the driver waits for none, so that the processors stay free. */
const idleFramesPerSecond = 8

/** As long as an action in a room journey: panels are drawn in software, also while a lost connection comes back. */
const panelTimeoutSeconds = 60

/** Records the texts drawn on panels and the headset's frames. Call it before the first page load. */
export async function recordPanelText(page: Page): Promise<void> {
  await page.addInitScript(
    ({ panelTextureWidth, idleIntervalMs }) => {
      // The record is stored in addition to the emulator's device.
      let waiting: { framesLeft: number; resolve: () => void }[] = []
      /** Frames that are put off while nothing waits for one, by their number. */
      const idleFrames = new Map<number, { timer: ReturnType<typeof setTimeout>; start: () => void }>()
      const record = Object.assign(globalThis as unknown as PageRecord, {
        panelTexts: [],
        drawFrames: (framesLeft: number) =>
          new Promise<void>((resolve) => {
            waiting.push({ framesLeft, resolve })
            for (const { start } of idleFrames.values()) start()
          }),
      })
      // A panel is drawn each time on a canvas of its own.
      const drawings = new WeakMap<HTMLCanvasElement, number>()
      let lastDrawing = 0
      const { prototype } = CanvasRenderingContext2D
      const write = Object.getOwnPropertyDescriptor(prototype, 'fillText')
        ?.value as CanvasRenderingContext2D['fillText']
      prototype.fillText = function (text, x, y, maxWidth) {
        const { width, height } = this.canvas
        const size = this.measureText(text).width
        const middle = this.textAlign === 'center' ? x : this.textAlign === 'right' ? x - size / 2 : x + size / 2
        if (width === panelTextureWidth) {
          const drawing = drawings.get(this.canvas) ?? ++lastDrawing
          drawings.set(this.canvas, drawing)
          record.panelTexts.push({ text, x: middle, y: y - 12, width, height, drawing })
        }
        write.call(this, text, x, y, maxWidth)
      }
      // The emulator's session class, which the compiler does not know here.
      const session = (globalThis as unknown as { XRSession: { prototype: FrameSource } }).XRSession.prototype
      const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = session
      let lastIdleFrame = 0
      session.requestAnimationFrame = function (act) {
        const start = () =>
          request.call(this, (time, frame) => {
            act(time, frame)
            for (const one of waiting) one.framesLeft -= 1
            for (const one of waiting) if (one.framesLeft <= 0) one.resolve()
            waiting = waiting.filter(({ framesLeft }) => framesLeft > 0)
          })
        if (waiting.length > 0) return start()
        // Negative, so that it differs from the emulator's own numbers.
        const id = --lastIdleFrame
        const startOnce = () => {
          clearTimeout(idleFrames.get(id)?.timer)
          if (idleFrames.delete(id)) start()
        }
        idleFrames.set(id, { timer: setTimeout(startOnce, idleIntervalMs), start: startOnce })
        return id
      }
      session.cancelAnimationFrame = function (id) {
        clearTimeout(idleFrames.get(id)?.timer)
        if (!idleFrames.delete(id)) cancel.call(this, id)
      }
    },
    { panelTextureWidth: panelWidthPixels, idleIntervalMs: 1_000 / idleFramesPerSecond },
  )
}

/** Returns functions that operate the emulated headset by what its user points with. */
export function headsetDriver(page: Page, device: HeadsetDevice = quest3) {
  let lastMenuDrawing = 0
  const pointsFrom = device.pointer === 'look' ? eyesWhenUpright : controllerPosition
  /** Returns the last texts drawn, many more than the panels have. */
  const readPanelTexts = () => page.evaluate(() => (globalThis as unknown as PageRecord).panelTexts.slice(-400))

  const waitForFrames = (count = 1) =>
    page.evaluate((frames) => (globalThis as unknown as PageRecord).drawFrames(frames), count)

  /**
   * Performs the steps in the page, so that they take as many frames as they say and no round trip. Returns false if a
   * target had moved.
   */
  const operate = (...steps: InputStep[]): Promise<boolean> =>
    page.evaluate(async (all) => {
      const record = globalThis as unknown as PageRecord
      const { pointer } = record
      for (const { pose, press, target, frames } of all) {
        if (target) {
          const now = record.panelTexts.findLast(({ text }) => text === target.text)
          if (now?.x !== target.x || now.y !== target.y || now.height !== target.height) return false
        }
        if (pose) {
          const { position, rotation } = pose
          pointer.position.set(position.x, position.y, position.z)
          pointer.quaternion.set(rotation.x, rotation.y, rotation.z, rotation.w)
        }
        if (press?.button !== undefined) pointer.pressButton(press.button, press.value)
        else if (press) pointer.press(press.value)
        if (frames > 0) await record.drawFrames(frames)
      }
      return true
    }, steps)

  const press = (button?: string): InputStep[] => {
    const named = button === undefined ? {} : { button }
    return [
      { press: { value: 1, ...named }, frames: 2 },
      // What the press changes is drawn in the frame after it.
      { press: { value: 0, ...named }, frames: 2 },
    ]
  }

  /** Points at a position, in the headset's own metres. */
  function aim(target: Position, frames: number): InputStep {
    const [dx, dy, dz] = [target.x - pointsFrom.x, target.y - pointsFrom.y, target.z - pointsFrom.z]
    const rotation = quaternionOf(Math.atan2(-dx, -dz), Math.atan2(dy, Math.hypot(dx, dz)))
    return { pose: { position: pointsFrom, rotation }, frames }
  }

  /** Returns what the last drawing of a panel says. */
  async function readLastDrawing(): Promise<string> {
    const drawn = await readPanelTexts()
    return drawn
      .filter(({ drawing }) => drawing === drawn.at(-1)?.drawing)
      .map(({ text }) => text)
      .join(' | ')
  }

  /** Waits for a text on a panel that was drawn after another, and returns it. */
  async function findText(text: string | RegExp, after = 0): Promise<PanelText> {
    const find = async () => (await readPanelTexts()).findLast((one) => one.drawing > after && isText(one.text, text))
    try {
      return await waitUntil(`the panel to say ${text}`, find, panelTimeoutSeconds)
    } catch (error) {
      throw new Error(`the last panel says: ${await readLastDrawing()}`, { cause: error })
    }
  }

  /** Waits for a text on a panel that is not drawn again at once, as when a read adds rows above it, and returns it. */
  function findSettledText(text: string | RegExp): Promise<PanelText> {
    const findTwice = async () => {
      const before = await findText(text)
      await waitForFrames(2)
      const after = await findText(text)
      return after.drawing === before.drawing && after
    }
    return waitUntil(`the panel to say ${text}`, findTwice, panelTimeoutSeconds)
  }

  /** Waits until one drawing of a panel has all these texts, each as often as given. */
  async function waitForPanel(...texts: readonly string[]): Promise<void> {
    const isDrawn = async () => {
      const drawn = await readPanelTexts()
      const count = (all: readonly string[], text: string) => all.filter((one) => one === text).length
      return Array.from(Map.groupBy(drawn, ({ drawing }) => drawing).values(), (panel) =>
        panel.map(({ text }) => text),
      ).some((panel) => texts.every((text) => count(panel, text) >= count(texts, text)))
    }
    await waitUntil(`a panel with ${texts.join(', ')}`, isDrawn, panelTimeoutSeconds)
  }

  function aimAtPanel({ x, y, width, height }: PanelText, side: PanelSide): InputStep {
    const scale = panelWidthMetres / panelWidthPixels
    const angle = ((x - width / 2) * scale) / panelDistanceMetres - panelAnglesRadians[side]
    const target = {
      x: eyesWhenUpright.x + leftEyeOffsetMetres + Math.sin(angle) * panelDistanceMetres,
      y: eyesWhenUpright.y - panelDropMetres + (height / 2 - y) * scale,
      z: eyesWhenUpright.z - Math.cos(angle) * panelDistanceMetres,
    }
    return aim(target, 2)
  }

  const pressPanelAt = (text: PanelText, side: PanelSide) => operate(aimAtPanel(text, side), ...press())

  return {
    /** Points the controller and gives the page time to say at what. */
    aimAt: (target: Position) => operate(aim(target, 3)),
    waitForText: (text: string | RegExp) => findText(text),
    hasText: async (text: string | RegExp) => (await readPanelTexts()).some((one) => isText(one.text, text)),
    waitForPanel,
    waitForFrames,
    /** Pulls the trigger where the controller points. */
    pullTrigger: () => operate(...press()),
    /** Pulls the trigger and keeps it pulled. */
    keepTriggerPulled: () => operate({ press: { value: 1 }, frames: 2 }),
    letTriggerGo: () => operate({ press: { value: 0 }, frames: 2 }),
    /** Switches the controller off, with its trigger pulled or not, or on again with the trigger up. */
    async connectController(isOn: boolean): Promise<void> {
      await page.evaluate((connected) => (globalThis as unknown as PageRecord).pointer.setConnected(connected), isOn)
      await operate({ ...(isOn ? { press: { value: 0 } } : {}), frames: 2 })
    },
    /** Opens the panels in front of the user by a button, or closes the menu. */
    toggleMenu: () => operate(...press(device.menuButton)),
    /** Opens the menu, by its button or by the panel that the scene has instead, and waits until it is drawn. */
    async openMenu(): Promise<void> {
      // The panel is drawn again each time that it is needed.
      const label =
        device.menuButton === undefined ? await findText(tRooms('scene.menu.open'), lastMenuDrawing) : undefined
      lastMenuDrawing = label?.drawing ?? (await readPanelTexts()).at(-1)?.drawing ?? 0
      if (label) await pressPanelAt(label, 'left')
      else await operate(...press(device.menuButton))
      // A row that only the menu has.
      await findText(tRooms('tab.users'), lastMenuDrawing)
    },
    /** Points at a text on a panel of this side and pulls the trigger. */
    async pressText(text: string | RegExp, side: PanelSide): Promise<void> {
      const pressWhereFound = async () => {
        const target = await findSettledText(text)
        return operate(aimAtPanel(target, side), { target, frames: 0 }, ...press())
      }
      while (!(await pressWhereFound()));
    },
    /** Presses a text that ends the session, after which there are no frames to wait for. */
    async pressToLeave(text: string, side: PanelSide): Promise<void> {
      await operate(aimAtPanel(await findText(text), side), { press: { value: 1 }, frames: 0 })
    },
    /** Pulls the trigger twice in quick succession at a text on a panel, as often as given, without moving in between. */
    async doublePull(text: string | RegExp, side: PanelSide, times: number): Promise<void> {
      const quickly: InputStep[] = [
        { press: { value: 1 }, frames: 1 },
        { press: { value: 0 }, frames: 1 },
      ]
      await operate(aimAtPanel(await findText(text), side))
      for (let pull = 0; pull < times; pull += 1) await operate(...quickly, ...quickly)
    },
    /** Keeps the trigger pulled at a text on a panel until another text is drawn. */
    async holdUntil(text: string | RegExp, side: PanelSide, drawn: string | RegExp): Promise<void> {
      await operate(aimAtPanel(await findText(text), side), { press: { value: 1 }, frames: 2 })
      await findText(drawn)
      await operate({ press: { value: 0 }, frames: 2 })
    },
    /** Presses Back and waits until the panel that it leads to, which has this text, is drawn. */
    async goBackTo(text: string | RegExp, side: PanelSide = 'left'): Promise<void> {
      const lastDrawing = (await readPanelTexts()).at(-1)?.drawing ?? 0
      await pressPanelAt(await findText(tRooms('scene.back')), side)
      const isDrawnAgain = async () =>
        (await readPanelTexts()).some((one) => one.drawing > lastDrawing && isText(one.text, text))
      await waitUntil(`the panel with ${text} to be drawn again`, isDrawnAgain, panelTimeoutSeconds)
    },
    /** Presses a step or choice in the row with this text. */
    async pressInRow(row: string | RegExp, label: string, side: PanelSide = 'left'): Promise<void> {
      const findInRow = async () => {
        const all = await readPanelTexts()
        // A panel that is drawn again may have moved the row, so its position is read in each attempt.
        const rowIndex = all.findLastIndex((one) => isText(one.text, row))
        const y = all[rowIndex]?.y
        if (y === undefined) return undefined
        // Texts are drawn row by row, with a row's label before those of its buttons.
        return all.slice(rowIndex + 1).find((one) => one.text === label && one.y > y - 20 && one.y < y + 250)
      }
      await pressPanelAt(await waitUntil(`${label} in the row ${row}`, findInRow, panelTimeoutSeconds), side)
    },
    /** Types on the keyboard in the scene, key by key. */
    async typeText(text: string): Promise<void> {
      for (const letter of text)
        await pressPanelAt(await findText(letter === ' ' ? tRooms('scene.type.space') : letter), 'front')
    },
    /** Turns the head, in radians to the left. */
    async turnHead(yaw: number): Promise<void> {
      await page.evaluate(
        ({ x, y, z, w }) => {
          ;(globalThis as unknown as PageRecord).headset.quaternion.set(x, y, z, w)
        },
        quaternionOf(yaw, 0),
      )
      await waitForFrames()
    },
    /** Recentres the space, as holding the system button does. */
    async recentre(): Promise<void> {
      await page.evaluate(() => (globalThis as unknown as PageRecord).headset.recentre())
      await waitForFrames()
    },
    async moveHand({ x, y, z }: Position): Promise<void> {
      await page.evaluate((to) => (globalThis as unknown as PageRecord).pointer.position.set(to.x, to.y, to.z), {
        x,
        y,
        z,
      })
    },
  }
}

/** As much of a text, at least, as its first line has when a panel breaks it. */
const firstLineShare = 0.4
/** Shorter texts are not broken. */
const minBrokenLetters = 18

/** Returns whether a text was drawn, or its first line where it is too long for one. */
function isText(drawn: string, wanted: string | RegExp): boolean {
  if (typeof wanted !== 'string') return wanted.test(drawn)
  const isFirstLine = wanted.length >= minBrokenLetters && drawn.length >= wanted.length * firstLineShare
  return drawn === wanted || (isFirstLine && wanted.startsWith(drawn))
}

function quaternionOf(yaw: number, pitch: number): Quaternion {
  const [sy, cy, sp, cp] = [Math.sin(yaw / 2), Math.cos(yaw / 2), Math.sin(pitch / 2), Math.cos(pitch / 2)]
  return { x: cy * sp, y: sy * cp, z: -sy * sp, w: cy * cp }
}

/** Returns the head's yaw to the left, in radians. */
export function yawOf({ qx, qy, qz, qw }: PosePoint): number {
  return Math.atan2(2 * (qw * qy + qx * qz), 1 - 2 * (qx * qx + qy * qy))
}

/** Converts a room position to the metres of a headset whose head is still where it entered. */
export function toHeadsetSpace(head: PosePoint, target: Position): Position {
  const yaw = yawOf(head)
  const [dx, dz] = [target.x - head.px, target.z - head.pz]
  return {
    x: eyesWhenUpright.x + dx * Math.cos(yaw) - dz * Math.sin(yaw),
    y: eyesWhenUpright.y + target.y - head.py,
    z: eyesWhenUpright.z + dx * Math.sin(yaw) + dz * Math.cos(yaw),
  }
}
