import { copyPoint } from './own-pose.ts'
import { press, type Pose, tell } from '@veranda/core/rooms/pose.ts'
import { Euler, Quaternion, Vector3 } from 'three'
import { Carrying } from './carrying.ts'
import { type Hand, Headset } from './headset.ts'
import { type RoomScene } from './room-scene.ts'
import { type Tools } from './tools.ts'
import { type Comfort, type RoomStageTold } from './types.ts'

const reach = 12
const turn = new Quaternion()
const size = new Vector3()
const euler = new Euler(0, 0, 0, 'YXZ')
const local = new Vector3()

type Parts = {
  readonly scene: RoomScene
  readonly tools: Tools
  readonly told: RoomStageTold
  readonly comfort: () => Comfort
  readonly moved: () => void
  readonly ended: () => void
}

/** Being in the room with a headset: hands point, press and carry. */
export class HeadsetControl {
  readonly headset: Headset
  readonly carrying = new Carrying()
  /** Where the eyes are, in the room. */
  readonly head = new Vector3()
  readonly tip = new Vector3()
  readonly #parts: Parts
  #by: Hand | undefined
  #entering: { x: number; z: number; yaw: number } | undefined
  #placed = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.headset = new Headset(parts.scene.renderer, parts.scene.floor, {
      press: (hand) => this.#press(hand),
      release: (hand) => this.#release(hand),
      ended: () => {
        this.#parts.scene.panels.show(false)
        this.#parts.scene.panels.point(undefined)
        this.#parts.scene.worn.line(0, 0, 0, 0, 0, 0, 0)
        this.carrying.vignette = 0
        this.carrying.aiming = false
        this.#parts.scene.worn.step(this.carrying)
        Object.assign(this.carrying.ground, { x: 0, y: 0, z: 0, yaw: 0 })
        this.carrying.write(this.#parts.scene.floor)
        parts.ended()
      },
    })
  }

  /** Begins a session standing where the flat eye stood. */
  async enter(x: number, z: number, yaw: number): Promise<void> {
    this.#entering = { x, z, yaw }
    this.#placed = false
    this.carrying.seat(false, 0)
    await this.headset.enter()
  }

  /** The chosen hand points again, whichever pressed last. */
  choose(): void {
    this.#by = undefined
  }

  get yaw(): number {
    return euler.setFromQuaternion(this.#parts.scene.camera.getWorldQuaternion(turn)).y
  }

  /** Panels before the person, where they look now. */
  centrePanels(): void {
    const { camera, panels } = this.#parts.scene
    local.copy(camera.position)
    panels.centre(local.x, local.y, local.z, euler.setFromQuaternion(camera.quaternion).y)
  }

  /** A frame before it is drawn. */
  step(seconds: number, pose: Pose): void {
    const { scene, tools, comfort } = this.#parts
    const { camera, floor, renderer } = scene
    renderer.xr.updateCamera(camera)
    this.#stand()
    this.headset.read()
    const carried = this.carrying.step(this.headset.hands, this.head, comfort(), seconds)
    if (carried) this.#parts.moved()
    this.carrying.seat(comfort().seated, camera.position.y)
    this.carrying.write(floor)
    camera.matrixWorld.decompose(this.head, turn, size)
    this.#aim()
    if (tools.busy && this.#by) tools.move(this.#by.ray, tools.tool === 'pen' ? this.tip : undefined)
    for (const hand of this.headset.hands) if (hand.menuPressed) this.#menu()
    scene.worn.step(this.carrying)
    this.#write(pose)
  }

  #menu(): void {
    this.centrePanels()
    this.#parts.told.menu()
  }

  /** On the first frame with a pose: the person stands where they were, looking where they looked. */
  #stand(): void {
    const { camera } = this.#parts.scene
    camera.matrixWorld.decompose(this.head, turn, size)
    if (this.#placed || camera.position.lengthSq() === 0) return
    this.#placed = true
    const { x, z, yaw } = this.#entering ?? { x: 0, z: 0, yaw: 0 }
    this.carrying.setDown(this.head, this.yaw, x, z, yaw)
    this.carrying.write(this.#parts.scene.floor)
    camera.matrixWorld.decompose(this.head, turn, size)
    this.#parts.scene.panels.show(true)
    this.centrePanels()
  }

  /** Which hand points: the one that pressed last, else the one that was chosen, else the one that is here. */
  #pointer(): Hand | undefined {
    if (this.#by?.here) return this.#by
    const { hand } = this.#parts.comfort()
    this.#by = this.headset.of(hand) ?? this.headset.of(hand === 'left' ? 'right' : 'left')
    return this.#by
  }

  #aim(): void {
    const { scene, tools } = this.#parts
    const hand = this.#pointer()
    if (!hand) {
      scene.panels.point(undefined)
      scene.worn.line(0, 0, 0, 0, 0, 0, 0)
      return
    }
    const { ray } = hand
    this.tip.set(ray.ox + ray.dx * 0.06, ray.oy + ray.dy * 0.06, ray.oz + ray.dz * 0.06)
    const over = !tools.busy && scene.panels.point(ray)
    if (over) tools.leave()
    const far = over ? scene.panels.far : tools.point(ray, reach)
    const pen = tools.tool === 'pen' && !over
    scene.worn.line(ray.ox, ray.oy, ray.oz, ray.dx, ray.dy, ray.dz, pen ? 0.06 : far)
  }

  #press(hand: Hand): void {
    const { tools, scene, told, comfort } = this.#parts
    hand.read()
    const pointer = this.#pointer()
    if (pointer && pointer !== hand) {
      if (hand.fingers && hand.side !== comfort().hand) {
        // The other hand's pinch: towards the face it calls the menu, away from it an arc is thrown.
        const { ray } = hand
        local.set(this.head.x - ray.ox, this.head.y - ray.oy, this.head.z - ray.oz).normalize()
        if (local.x * ray.dx + local.y * ray.dy + local.z * ray.dz > 0.5) this.#menu()
        else this.carrying.aim(hand)
        return
      }
      if (tools.busy) return
      this.#by = hand
    }
    this.#aim()
    const pressed = scene.panels.pressed()
    if (pressed) told.action(pressed.panel, pressed.action)
    else if (scene.panels.far === Infinity) tools.press(hand.ray, tools.tool === 'pen' ? this.tip : undefined)
  }

  #release(hand: Hand): void {
    if (hand === this.#by && this.#parts.tools.busy) this.#parts.tools.release()
    else if (hand.fingers && this.carrying.aiming && this.carrying.land(this.head)) {
      this.carrying.write(this.#parts.scene.floor)
      this.#parts.moved()
    }
  }

  #write(pose: Pose): void {
    const { head } = pose
    head.px = this.head.x
    head.py = this.head.y
    head.pz = this.head.z
    this.#parts.scene.camera.getWorldQuaternion(turn)
    head.qx = turn.x
    head.qy = turn.y
    head.qz = turn.z
    head.qw = turn.w
    pose.tells = this.#parts.comfort().seated ? tell.seated : 0
    pose.presses &= press.speaking
    for (const hand of this.headset.hands) {
      const { side } = hand
      if (!hand.here || !side) continue
      copyPoint(hand.point, pose[side])
      pose.tells |= side === 'left' ? tell.left : tell.right
      if (hand.fingers) pose.tells |= tell.fingers
      if (hand.trigger) pose.presses |= side === 'left' ? press.leftTrigger : press.rightTrigger
      if (hand.squeeze) pose.presses |= side === 'left' ? press.leftGrip : press.rightGrip
      if (hand === this.#by) pose.presses |= side === 'left' ? press.laser | press.fromLeft : press.laser
    }
  }
}
