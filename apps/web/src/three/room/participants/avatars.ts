import { type Ray } from '../tools/gizmo.ts'
import { poseButton, type PosePoint, poseFlag } from '@veranda/core/rooms/connection/pose.ts'
import {
  type BufferGeometry,
  Color,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  type Material,
  Matrix4,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Quaternion,
  TorusGeometry,
  Vector3,
} from 'three'
import { bodyGeometry, dotGeometry, handGeometry, headGeometry, avatarColors } from './avatar-geometry.ts'
import { type RemoteParticipants } from './remote-participants.ts'
import { type AssetRaycaster } from '../asset/asset-raycaster.ts'

const maxAvatars = 41
/** Squared distance in metres below which the eye is inside a head. */
export const insideHeadDistanceSquared = 0.3 ** 2
const position = new Vector3()
const beamEnd = new Vector3()
const scale = new Vector3()
const rotation = new Quaternion()
const bodyRotation = new Quaternion()
const matrix = new Matrix4()
const direction = new Vector3()
const up = new Vector3(0, 1, 0)
const avatarHues = avatarColors.map((hue) => new Color(hue))
const fallbackColor = new Color('#e8a13c')
let currentColor = fallbackColor
const laserRay: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: -1 }

/** Heads, shoulders, hands, beams and voice rings of all participants, one draw call each. */
export class Avatars {
  readonly group = new Group()
  readonly #bodyMaterial = new MeshStandardMaterial({ vertexColors: true, roughness: 0.82 })
  readonly #glowMaterial = new MeshBasicMaterial({
    toneMapped: false,
    transparent: true,
    opacity: 0.85,
    depthWrite: false,
  })
  readonly #dotMaterial = new MeshBasicMaterial({ toneMapped: false })
  readonly #heads = instancedMesh(headGeometry(), this.#bodyMaterial)
  readonly #bodies = instancedMesh(bodyGeometry(), this.#bodyMaterial)
  readonly #leftHands = instancedMesh(handGeometry(-1), this.#bodyMaterial)
  readonly #rightHands = instancedMesh(handGeometry(1), this.#bodyMaterial)
  readonly #beams = instancedMesh(
    new CylinderGeometry(0.0016, 0.0034, 1, 8, 1, true).translate(0, 0.5, 0),
    this.#glowMaterial,
  )
  readonly #dots = instancedMesh(dotGeometry(), this.#dotMaterial)
  readonly #rings = instancedMesh(new TorusGeometry(0.152, 0.0075, 8, 48), this.#glowMaterial)
  readonly #all = [this.#heads, this.#bodies, this.#leftHands, this.#rightHands, this.#beams, this.#dots, this.#rings]

  constructor() {
    this.group.add(...this.#all)
  }

  /** Updates all instances for this frame; `eye` is the local head position, which the rings face. */
  update(participants: RemoteParticipants, eye: Vector3, beamRaycaster: AssetRaycaster): void {
    for (const mesh of this.#all) mesh.count = 0
    for (const participant of participants.list) {
      const { pose, presence } = participant
      if (presence <= 0) continue
      currentColor = avatarHueOf(participant.slot)
      readPose(pose.head)
      // A user who follows someone does not see that head from inside.
      const eyeInsideHead = position.distanceToSquared(eye) < insideHeadDistanceSquared
      scale.setScalar(eyeInsideHead ? 0 : presence)
      addInstance(this.#heads, matrix.compose(position, rotation, scale), currentColor)
      // Shoulders follow the yaw of the head, not its pitch.
      direction.set(0, 0, -1).applyQuaternion(rotation)
      bodyRotation.setFromAxisAngle(up, Math.atan2(-direction.x, -direction.z))
      addInstance(this.#bodies, matrix.compose(position, bodyRotation, scale), currentColor)
      if (participant.voiceLevel > 0.04 && !eyeInsideHead) this.#addVoiceRing(participant.voiceLevel, eye, presence)
      const hands = (pose.flags & poseFlag.pointer) === 0
      if (pose.flags & poseFlag.left) addInstance(this.#leftHands, this.#handMatrix(pose.left, presence), currentColor)
      if (hands && pose.flags & poseFlag.right)
        addInstance(this.#rightHands, this.#handMatrix(pose.right, presence), currentColor)
      if (!hands && !eyeInsideHead) this.#addPointerBeam(pose.head, pose.right)
      else if (hands && pose.buttons & poseButton.laser)
        this.#addLaserBeam(pose.buttons & poseButton.fromLeft ? pose.left : pose.right, beamRaycaster)
    }
    for (const mesh of this.#all) commitInstances(mesh)
  }

  /** Shows a hand of the local user in a headset at its current pose. */
  showLocalHand(slot: number, side: 'left' | 'right', point: PosePoint): void {
    const mesh = side === 'left' ? this.#leftHands : this.#rightHands
    addInstance(mesh, this.#handMatrix(point, 1), avatarHueOf(slot))
    commitInstances(mesh)
  }

  dispose(): void {
    for (const mesh of this.#all) {
      mesh.geometry.dispose()
      mesh.dispose()
    }
    for (const material of [this.#bodyMaterial, this.#glowMaterial, this.#dotMaterial]) material.dispose()
  }

  #handMatrix(point: PosePoint, presence: number): Matrix4 {
    readPose(point)
    return matrix.compose(position, rotation, scale.setScalar(presence))
  }

  #addVoiceRing(level: number, eye: Vector3, presence: number): void {
    matrix.lookAt(eye, position, up)
    rotation.setFromRotationMatrix(matrix)
    scale.setScalar((1 + Math.min(1, level) * 0.22) * presence)
    addInstance(this.#rings, matrix.compose(position, rotation, scale), currentColor)
  }

  /** Adds a beam from next to the head to the point of the pointer. */
  #addPointerBeam(head: PosePoint, place: PosePoint): void {
    readPose(head)
    direction.set(0.11, -0.2, -0.06).applyQuaternion(rotation)
    position.add(direction)
    this.#addBeam(beamEnd.set(place.px, place.py, place.pz))
  }

  /** Adds a beam from the hand to the asset, or 1.6 m into the air. */
  #addLaserBeam(hand: PosePoint, beamRaycaster: AssetRaycaster): void {
    readPose(hand)
    direction.set(0, 0, -1).applyQuaternion(rotation)
    laserRay.ox = position.x
    laserRay.oy = position.y
    laserRay.oz = position.z
    laserRay.dx = direction.x
    laserRay.dy = direction.y
    laserRay.dz = direction.z
    this.#addBeam(
      beamEnd.copy(position).addScaledVector(direction, beamRaycaster.cast(laserRay, 8) ? beamRaycaster.distance : 1.6),
    )
  }

  #addBeam(to: Vector3): void {
    direction.subVectors(to, position)
    const length = direction.length()
    if (length < 0.02) return
    rotation.setFromUnitVectors(up, direction.divideScalar(length))
    addInstance(this.#beams, matrix.compose(position, rotation, scale.set(1, length, 1)), currentColor)
    addInstance(this.#dots, matrix.compose(to, rotation, scale.setScalar(0.011)), currentColor)
  }
}

/** Returns the avatar colour of a participant slot as a hex string. */
export function avatarColorOf(slot: number): string {
  return `#${avatarHueOf(slot).getHexString()}`
}

function avatarHueOf(slot: number): Color {
  return avatarHues[slot % avatarHues.length] ?? fallbackColor
}

function readPose(point: PosePoint): void {
  position.set(point.px, point.py, point.pz)
  rotation.set(point.qx, point.qy, point.qz, point.qw)
}

function instancedMesh(geometry: BufferGeometry, material: Material): InstancedMesh {
  const mesh = new InstancedMesh(geometry, material, maxAvatars)
  mesh.instanceMatrix.setUsage(DynamicDrawUsage)
  mesh.setColorAt(0, currentColor)
  mesh.frustumCulled = false
  mesh.count = 0
  return mesh
}

function addInstance(mesh: InstancedMesh, matrix: Matrix4, color: Color): void {
  if (mesh.count >= maxAvatars) return
  mesh.setMatrixAt(mesh.count, matrix)
  mesh.setColorAt(mesh.count, color)
  mesh.count += 1
}

function commitInstances(mesh: InstancedMesh): void {
  mesh.visible = mesh.count > 0
  if (!mesh.visible) return
  mesh.instanceMatrix.needsUpdate = true
  if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true
}
