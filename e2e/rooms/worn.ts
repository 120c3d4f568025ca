import type { Page } from '@playwright/test'
import {
  panelAngles,
  panelArm,
  panelDrop,
  panelMetres,
  type PanelSide,
  panelWidth,
} from '@veranda/core/rooms/panel-model.ts'
import type { Point } from '@veranda/core/rooms/pose.ts'
import { until } from '../support/until.ts'
import { wordsOf } from '../support/words.ts'
import { standing } from './devices.ts'

export type Place = { x: number; y: number; z: number }
type Turn = { x: number; y: number; z: number; w: number }
/** A word as it was drawn on a panel: its middle, in pixels of the panel from the upper left. */
type Drawn = { text: string; x: number; y: number; width: number; height: number }

const held: Place = { x: 0.2, y: 1.25, z: 1.1 }
/** Panels stand about the left eye, which lies this far from the middle of the head, in metres. */
const eye = -0.0315
const keys = { space: wordsOf('rooms')('scene.type.space') }

type Emulated = {
  position: { set(x: number, y: number, z: number): void }
  quaternion: { set(x: number, y: number, z: number, w: number): void }
  updateButtonValue(button: string, value: number): void
}
type Session = { requestAnimationFrame(act: (time: number, frame: unknown) => void): number }
type Worn = Emulated & { controllers: { right: Emulated } }
/** What `noteWhatIsDrawn` leaves in the page. */
type Noted = { headset: Worn; drawn: Drawn[]; frames: number }

/** Before the first page: notes the words on panels, and counts the headset's frames. */
export async function noteWhatIsDrawn(page: Page): Promise<void> {
  await page.addInitScript((wide) => {
    // The notes stand beside the emulator's device.
    const noted = Object.assign(globalThis as unknown as Noted, { drawn: [], frames: 0 })
    const { prototype } = CanvasRenderingContext2D
    const write = Object.getOwnPropertyDescriptor(prototype, 'fillText')?.value as CanvasRenderingContext2D['fillText']
    prototype.fillText = function (text, x, y, most) {
      const { width, height } = this.canvas
      const size = this.measureText(text).width
      const middle = this.textAlign === 'center' ? x : this.textAlign === 'right' ? x - size / 2 : x + size / 2
      if (width === wide) noted.drawn.push({ text, x: middle, y: y - 12, width, height })
      write.call(this, text, x, y, most)
    }
    // The emulator's session; the compiler knows no headset here.
    const session = (globalThis as unknown as { XRSession: { prototype: Session } }).XRSession.prototype
    const ask = Object.getOwnPropertyDescriptor(session, 'requestAnimationFrame')
      ?.value as Session['requestAnimationFrame']
    session.requestAnimationFrame = function (act) {
      return ask.call(this, (time, frame) => {
        noted.frames += 1
        act(time, frame)
      })
    }
  }, panelWidth)
}

/** A person who wears the emulated headset, and works it by its right controller. */
export function wearer(page: Page) {
  const here = (): Promise<{ drawn: Drawn[]; frames: number }> =>
    page.evaluate(() => {
      const { drawn, frames } = globalThis as unknown as Noted
      return { drawn, frames }
    })
  const press = (button: string, value: number) =>
    page.evaluate(
      ([name, how]) => (globalThis as unknown as Noted).headset.controllers.right.updateButtonValue(name, how),
      [button, value] as const,
    )

  /** Until the headset has drawn what was done. */
  async function frame(): Promise<void> {
    const { frames } = await here()
    await until('the headset to draw on', async () => (await here()).frames > frames + 2)
  }

  async function pull(button: string): Promise<void> {
    await press(button, 1)
    await frame()
    await press(button, 0)
    await frame()
  }

  /** Points from where the hand is held at a place, in the headset's own metres. */
  async function aimAt(at: Place): Promise<void> {
    const [dx, dy, dz] = [at.x - held.x, at.y - held.y, at.z - held.z]
    const turn = turned(Math.atan2(-dx, -dz), Math.atan2(dy, Math.hypot(dx, dz)))
    await page.evaluate(
      ([from, { x, y, z, w }]) => {
        const { right } = (globalThis as unknown as Noted).headset.controllers
        right.position.set(from.x, from.y, from.z)
        right.quaternion.set(x, y, z, w)
      },
      [held, turn] as const,
    )
    await frame()
  }

  /** The words once they stand on a panel. */
  function drawn(text: string | RegExp): Promise<Drawn> {
    const same = (one: string) => (typeof text === 'string' ? one === text : text.test(one))
    return until(`the panel to say ${text}`, async () => (await here()).drawn.findLast((one) => same(one.text)))
  }

  async function pressAt({ x, y, width, height }: Drawn, side: PanelSide): Promise<void> {
    const scale = panelMetres / panelWidth
    const angle = ((x - width / 2) * scale) / panelArm - panelAngles[side]
    await aimAt({
      x: standing.x + eye + Math.sin(angle) * panelArm,
      y: standing.y - panelDrop + (height / 2 - y) * scale,
      z: standing.z - Math.cos(angle) * panelArm,
    })
    await pull('trigger')
  }

  return {
    aimAt,
    drawn,
    frame,
    /** Pulls the trigger where it points. */
    pull: () => pull('trigger'),
    /** Calls the panels before the eyes, or puts the menu away. */
    menu: () => pull('b-button'),
    /** Points at words on a panel of a side, and presses. */
    press: async (text: string | RegExp, side: PanelSide) => pressAt(await drawn(text), side),
    /** Presses a step or a choice of the row that says these words. */
    async pressIn(row: string | RegExp, label: string, side: PanelSide = 'left'): Promise<void> {
      const { y, text } = await drawn(row)
      const found = await until(`${label} beside ${row}`, async () => {
        const all = (await here()).drawn
        // Words are drawn row by row, and a row's own before those of its buttons.
        const after = all.slice(all.findLastIndex((one) => one.text === text) + 1)
        return after.find((one) => one.text === label && one.y > y - 20 && one.y < y + 250)
      })
      await pressAt(found, side)
    },
    /** Writes on the keyboard in the scene, key by key. */
    async write(text: string): Promise<void> {
      for (const letter of text) await pressAt(await drawn(letter === ' ' ? keys.space : letter), 'front')
    },
    /** Turns the head, in radians to the left. */
    async turnHead(yaw: number): Promise<void> {
      await page.evaluate(
        ({ x, y, z, w }) => {
          ;(globalThis as unknown as Noted).headset.quaternion.set(x, y, z, w)
        },
        turned(yaw, 0),
      )
      await frame()
    },
    async moveHand({ x, y, z }: Place): Promise<void> {
      await page.evaluate(
        (to) => {
          ;(globalThis as unknown as Noted).headset.controllers.right.position.set(to.x, to.y, to.z)
        },
        { x, y, z },
      )
    },
  }
}

function turned(yaw: number, pitch: number): Turn {
  const [sy, cy, sp, cp] = [Math.sin(yaw / 2), Math.cos(yaw / 2), Math.sin(pitch / 2), Math.cos(pitch / 2)]
  return { x: cy * sp, y: sy * cp, z: -sy * sp, w: cy * cp }
}

/** How far a head is turned to the left, in radians. */
export function yawOf({ qx, qy, qz, qw }: Point): number {
  return Math.atan2(2 * (qw * qy + qx * qz), 1 - 2 * (qx * qx + qy * qy))
}

/** A place of the room in the metres of a headset whose head is at rest where it came in. */
export function asSeenBy(head: Point, at: Place): Place {
  const yaw = yawOf(head)
  const [dx, dz] = [at.x - head.px, at.z - head.pz]
  return {
    x: standing.x + dx * Math.cos(yaw) - dz * Math.sin(yaw),
    y: standing.y + at.y - head.py,
    z: standing.z + dx * Math.sin(yaw) + dz * Math.cos(yaw),
  }
}
