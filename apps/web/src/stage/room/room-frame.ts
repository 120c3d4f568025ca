import { Vector3 } from 'three'
import { type Avatars } from './avatars.ts'
import { type FlatControl } from './flat-control.ts'
import { type HeadsetControl } from './headset-control.ts'
import { type Marks } from './marks.ts'
import { type OwnPose } from './own-pose.ts'
import { type People } from './people.ts'
import { type RayCast } from './ray-cast.ts'
import { type RoomScene } from './room-scene.ts'
import { type Tools } from './tools.ts'
import { type RoomWords } from './types.ts'
import { beside } from './ways.ts'
import { type WorkOnStage } from './work-on-stage.ts'
import { type Written } from './written.ts'
import { type Look } from './look.ts'

type Parts = {
  readonly scene: Pick<RoomScene, 'gizmo' | 'label'>
  readonly people: People
  readonly own: OwnPose
  readonly flat: FlatControl
  readonly worn: HeadsetControl
  readonly tools: Tools
  readonly marks: Marks
  readonly written: Written
  readonly work: WorkOnStage
  readonly beams: RayCast
  readonly avatars: Avatars
  readonly words: RoomWords
  readonly device: 'desktop' | 'phone'
  readonly look: () => Look
  readonly me: () => number
  readonly followed: () => number | undefined
  readonly pinsShown: () => boolean
}

const eye = new Vector3()
const above = new Vector3()
const walkedOn = 2.2
const restBeside = 1500
/** A value that changed by less is written as it was: a hundredth of a millimetre, or of a degree. */
const leastValue = 1e-5

/** What happens in each frame before it is drawn. */
export class RoomFrame {
  readonly #parts: Parts
  #last = 0
  #joined = 0
  #what = ''
  #amount = 0
  #said = ''

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Moves everything on to `now`; whether there is something new to be drawn. */
  step(now: number, inside: boolean): boolean {
    const { scene, tools, work, people, own, flat, worn, written, avatars, device, pinsShown } = this.#parts
    const seconds = Math.min(0.1, Math.max(0, (now - this.#last) / 1000))
    this.#last = now
    let moved = people.step(now)
    moved = work.glide(seconds) || moved
    if (inside) {
      this.#followWorn(now)
      worn.step(seconds, own.now)
      eye.copy(worn.head)
      moved = true
    } else {
      moved = this.#followFlat(seconds) || moved
      moved = flat.eye.step(seconds) || moved
      flat.write(own.now)
      eye.copy(flat.eye.at)
    }
    own.step(now, inside ? 'headset' : device)
    avatars.step(people, eye, this.#parts.beams)
    if (inside) this.#ownHands()
    written.step(people, eye, pinsShown(), inside)
    scene.gizmo.mean(tools.handle)
    this.#label(inside)
    this.#parts.marks.stretch(tools.tool === 'measure' ? tools.from : undefined, tools.place)
    scene.label.face(eye)
    return moved
  }

  #ownHands(): void {
    const { worn, avatars, me } = this.#parts
    for (const hand of worn.headset.hands)
      if (hand.here && hand.side) avatars.own(Math.max(0, me()), hand.side, hand.point)
  }

  #followFlat(seconds: number): boolean {
    const slot = this.#parts.followed()
    const somebody = slot === undefined ? undefined : this.#parts.people.find(slot)
    if (!somebody || somebody.presence <= 0) return false
    this.#parts.flat.eye.follow(somebody.pose.head, seconds)
    return true
  }

  /** Set down beside them once they have walked on: never carried along. */
  #followWorn(now: number): void {
    const slot = this.#parts.followed()
    const somebody = slot === undefined ? undefined : this.#parts.people.find(slot)
    if (!somebody || somebody.presence <= 0 || now - this.#joined < restBeside) return
    const { px, pz } = somebody.pose.head
    const { worn } = this.#parts
    if (Math.hypot(px - worn.head.x, pz - worn.head.z) < walkedOn) return
    this.#joined = now
    beside(this.#parts, somebody.pose.head, above)
    worn.carrying.setDown(worn.head, worn.yaw, above.x, above.z, undefined)
  }

  /** The value that is being changed; in a headset else the part that is pointed at, which the page says otherwise. */
  #label(inside: boolean): void {
    const { tools, scene, words, look } = this.#parts
    const value = tools.value()
    const named = inside ? tools.part : undefined
    if (value === undefined && named === undefined) {
      scene.label.show(undefined, look())
      return
    }
    if (value && (value.what !== this.#what || Math.abs(value.amount - this.#amount) > leastValue)) {
      this.#what = value.what
      this.#amount = value.amount
      this.#said = value.what === 'angle' ? words.angle(value.amount) : words.length(value.amount)
    }
    const text = value ? this.#said : named
    above.copy(tools.place)
    above.y += 0.03 + 0.045 * above.distanceTo(eye)
    scene.label.show(text, look(), above)
  }
}
