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
import { isBlinking, mouthOpening, placeElbow } from './arm-pose.ts'
import {
  armGeometry,
  avatarColors,
  bodyGeometry,
  dotGeometry,
  eyesGeometry,
  handGeometry,
  headGeometry,
  mouthGeometry,
  mouthPlace,
} from './avatar-geometry.ts'
import { type RemoteParticipant, type RemoteParticipants } from './remote-participants.ts'
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
const white = new Color('#ffffff')
const shoulder = new Vector3()
const elbow = new Vector3()
const hand = new Vector3()
const pole = new Vector3()
const ahead = new Vector3(0, 0, -1)
/** Relative to the head, turned as the body is; x is to the side of the arm. In metres. */
const shoulderPlace = { x: 0.158, y: -0.225, z: 0.045 } as const
const hangingHandPlace = { x: 0.215, y: -0.7, z: 0.0 } as const
/** A user without hands points with an arm that reaches this far towards what they point at. */
const pointingReachMetres = 0.44
/** Eyes are a line while they are closed. */
const closedEyeShare = 0.12
const laserRay: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: -1 }

/** Heads, eyes, mouths, shoulders, arms, hands, beams and voice rings of all participants, one draw call each. */
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
  readonly #eyes = instancedMesh(eyesGeometry(), this.#bodyMaterial)
  readonly #mouths = instancedMesh(mouthGeometry(), this.#bodyMaterial)
  readonly #arms = instancedMesh(armGeometry(), this.#bodyMaterial, maxAvatars * 4)
  readonly #leftHands = instancedMesh(handGeometry(-1), this.#bodyMaterial)
  readonly #rightHands = instancedMesh(handGeometry(1), this.#bodyMaterial)
  readonly #beams = instancedMesh(
    new CylinderGeometry(0.0016, 0.0034, 1, 8, 1, true).translate(0, 0.5, 0),
    this.#glowMaterial,
  )
  readonly #dots = instancedMesh(dotGeometry(), this.#dotMaterial)
  readonly #rings = instancedMesh(new TorusGeometry(0.152, 0.0075, 8, 48), this.#glowMaterial)
  readonly #all = [
    this.#heads,
    this.#eyes,
    this.#mouths,
    this.#bodies,
    this.#arms,
    this.#leftHands,
    this.#rightHands,
    this.#beams,
    this.#dots,
    this.#rings,
  ]
  readonly #blinks: boolean
  #closedEyes = 0

  /** Users who prefer reduced motion see no eyes blink. */
  constructor(reducedMotion = false) {
    this.#blinks = !reducedMotion
    this.group.add(...this.#all)
  }

  /**
   * Updates all instances for this frame; `eye` is the local head position, which the rings face. Returns true if
   * someone has just closed or opened their eyes.
   */
  update(participants: RemoteParticipants, eye: Vector3, beamRaycaster: AssetRaycaster, now: number): boolean {
    const closedBefore = this.#closedEyes
    this.#closedEyes = 0
    for (const mesh of this.#all) mesh.count = 0
    for (const participant of participants.list) {
      const { pose, presence } = participant
      if (presence <= 0) continue
      currentColor = avatarHueOf(participant.participantSlot)
      readPose(pose.head)
      // A user who follows someone does not see that head from inside.
      const eyeInsideHead = position.distanceToSquared(eye) < insideHeadDistanceSquared
      scale.setScalar(eyeInsideHead ? 0 : presence)
      addInstance(this.#heads, matrix.compose(position, rotation, scale), currentColor)
      if (!eyeInsideHead) this.#addFace(participant, now)
      // Shoulders follow the yaw of the head, not its pitch.
      direction.set(0, 0, -1).applyQuaternion(rotation)
      bodyRotation.setFromAxisAngle(up, Math.atan2(-direction.x, -direction.z))
      addInstance(this.#bodies, matrix.compose(position, bodyRotation, scale), currentColor)
      if (participant.voiceLevel > 0.04 && !eyeInsideHead) this.#addVoiceRing(participant.voiceLevel, eye, presence)
      const hands = (pose.flags & poseFlag.pointer) === 0
      this.#addArm(participant, -1, eyeInsideHead)
      this.#addArm(participant, 1, eyeInsideHead)
      if (!hands && !eyeInsideHead) this.#addBeamTo(pose.right)
      else if (hands && pose.buttons & poseButton.laser)
        this.#addLaserBeam(pose.buttons & poseButton.fromLeft ? pose.left : pose.right, beamRaycaster)
    }
    for (const mesh of this.#all) commitInstances(mesh)
    return closedBefore !== this.#closedEyes
  }

  /** Shows a hand of the local user in a headset at its current pose. */
  showLocalHand(participantSlot: number, side: 'left' | 'right', point: PosePoint): void {
    const mesh = side === 'left' ? this.#leftHands : this.#rightHands
    addInstance(mesh, this.#handMatrix(point, 1), avatarHueOf(participantSlot))
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

  /** Adds eyes and a mouth to a head with the current position and rotation. */
  #addFace({ participantSlot, presence, voiceLevel }: RemoteParticipant, now: number): void {
    const isClosed = this.#blinks && isBlinking(now, participantSlot)
    if (isClosed) this.#closedEyes += participantSlot + 1
    const height = isClosed ? closedEyeShare : 1
    addInstance(this.#eyes, matrix.compose(position, rotation, scale.set(presence, presence * height, presence)), white)
    const open = mouthOpening(voiceLevel)
    direction.set(0, mouthPlace.y, mouthPlace.z).multiplyScalar(presence).applyQuaternion(rotation).add(position)
    scale.set(1 - open * 0.2, 0.16 + open * 0.84, 1).multiplyScalar(presence)
    addInstance(this.#mouths, matrix.compose(direction, rotation, scale), white)
    scale.setScalar(presence)
  }

  /**
   * Adds an arm and its hand: to a tracked hand, towards what a user without hands points at, or hanging down. Leaves the
   * position at the hand.
   */
  #addArm({ pose, presence }: RemoteParticipant, side: -1 | 1, eyeInsideHead: boolean): void {
    const { head } = pose
    const point = side < 0 ? pose.left : pose.right
    const isPointer = (pose.flags & poseFlag.pointer) !== 0
    const isTracked = (pose.flags & (side < 0 ? poseFlag.left : poseFlag.right)) !== 0 && !isPointer
    // Of a user who is followed, only what they hold is in the picture.
    if (eyeInsideHead && !isTracked) return
    placeAtBody(head, shoulderPlace, side, presence, shoulder)
    if (isTracked) {
      hand.set(point.px, point.py, point.pz)
      rotation.set(point.qx, point.qy, point.qz, point.qw)
    } else if (isPointer && side > 0) {
      direction.set(point.px, point.py, point.pz).sub(shoulder)
      const reach = Math.min(pointingReachMetres, direction.length() * 0.8)
      direction.normalize()
      hand.copy(shoulder).addScaledVector(direction, reach)
      rotation.setFromUnitVectors(ahead, direction)
    } else {
      placeAtBody(head, hangingHandPlace, side, presence, hand)
      rotation.multiplyQuaternions(bodyRotation, hangingRotation)
    }
    scale.setScalar(presence)
    addInstance(side < 0 ? this.#leftHands : this.#rightHands, matrix.compose(hand, rotation, scale), currentColor)
    position.copy(hand)
    if (eyeInsideHead) return
    pole.set(side * 0.35, -1, 0.5).applyQuaternion(bodyRotation)
    placeElbow(shoulder, hand, pole, elbow)
    this.#addArmPart(shoulder, elbow, presence)
    this.#addArmPart(elbow, hand, presence)
  }

  #addArmPart(from: Vector3, to: Vector3, presence: number): void {
    direction.subVectors(to, from)
    const length = direction.length()
    if (length < 1e-4) return
    rotation.setFromUnitVectors(up, direction.divideScalar(length))
    addInstance(this.#arms, matrix.compose(from, rotation, scale.set(presence, length, presence)), currentColor)
  }

  /** Adds a beam from the current position, which is a hand, to the point of the pointer. */
  #addBeamTo(place: PosePoint): void {
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
export function avatarColorOf(participantSlot: number): string {
  return `#${avatarHueOf(participantSlot).getHexString()}`
}

function avatarHueOf(participantSlot: number): Color {
  return avatarHues[participantSlot % avatarHues.length] ?? fallbackColor
}

const hangingRotation = new Quaternion().setFromUnitVectors(ahead, new Vector3(0, -0.97, -0.24).normalize())

/** Writes a place of the body, which hangs from the head and is turned by `bodyRotation`, into `into`. */
function placeAtBody(
  head: PosePoint,
  place: { readonly x: number; readonly y: number; readonly z: number },
  side: -1 | 1,
  presence: number,
  into: Vector3,
): void {
  into
    .set(place.x * side, place.y, place.z)
    .multiplyScalar(presence)
    .applyQuaternion(bodyRotation)
  into.x += head.px
  into.y += head.py
  into.z += head.pz
}

function readPose(point: PosePoint): void {
  position.set(point.px, point.py, point.pz)
  rotation.set(point.qx, point.qy, point.qz, point.qw)
}

function instancedMesh(geometry: BufferGeometry, material: Material, count = maxAvatars): InstancedMesh {
  const mesh = new InstancedMesh(geometry, material, count)
  mesh.instanceMatrix.setUsage(DynamicDrawUsage)
  mesh.setColorAt(0, currentColor)
  mesh.frustumCulled = false
  mesh.count = 0
  return mesh
}

function addInstance(mesh: InstancedMesh, matrix: Matrix4, color: Color): void {
  if (mesh.count >= mesh.instanceMatrix.count) return
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
