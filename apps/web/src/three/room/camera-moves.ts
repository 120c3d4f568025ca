import { arrivalOn, isOnFloor } from '@veranda/core/rooms/records/floor.ts'
import { type EdgePlace, placeEdgeArrow, spreadEdgePlaces } from './edge-arrow.ts'
import { type PosePoint } from '@veranda/core/rooms/connection/pose.ts'
import { MathUtils, Vector3 } from 'three'
import { type Viewpoint } from '../viewer/viewer-settings.ts'
import { type Headset } from '../xr/headset.ts'
import { type EntryPlace } from '../xr/headset-controls.ts'
import { type DisplayedAsset } from './asset/displayed-asset.ts'
import { type RemoteParticipants } from './participants/remote-participants.ts'
import { type RoomScene } from './room-scene.ts'
import { type ParticipantArrow } from './room-canvas.ts'
import { type PoseSender } from './participants/pose-sender.ts'
import { type ScreenControls } from './screen/screen-controls.ts'
import { type GrabLock } from './tools/grab-lock.ts'

/** The part of the room engine that a move of the camera needs. */
type MovableCamera = {
  readonly inHeadset: boolean
  readonly scene: RoomScene
  readonly element: HTMLCanvasElement
  readonly asset: DisplayedAsset
  readonly grabLock: GrabLock
  readonly participants: RemoteParticipants
  readonly poseSender: PoseSender
  readonly headset: Headset | undefined
  readonly screen: ScreenControls
  /** The user has a place already: from the arrival of an asset, from entering a headset, or by an act of their own. */
  readonly hasPlace: boolean
  /** Records that the user has a place, and no longer follows another participant. */
  takePlace(): void
}

const eyeScratch = new Vector3()
const targetScratch = new Vector3()
const up = new Vector3(0, 1, 0)
const arrivalEyeMetres = 1.6
/** Distance of arrows at the same edge as a share of half the canvas. */
const minArrowStep = 0.17
/** Angle around the asset between the arrival places of neighbouring participant slots. */
const spawnSpacingRadians = 0.45

/** Returns the arrival angle of a participant slot, alternating to both sides so that no one stands inside another. */
export function spawnAngleOf(participantSlot: number): number {
  const steps = Math.ceil(Math.max(0, participantSlot) / 2)
  return (participantSlot % 2 === 1 ? steps : -steps) * spawnSpacingRadians
}

/** Captures the current view as an image; null while a headset is worn. */
export function captureImage({ inHeadset, scene, element }: MovableCamera): Promise<Blob | null> {
  if (inHeadset) return Promise.resolve(null)
  scene.render()
  return new Promise((resolve) => element.toBlob(resolve, 'image/webp', 0.82))
}

/**
 * Places a user on a screen before the asset once it is loaded, if they have no place yet. A user in a headset is
 * never moved: to be moved or turned without an act of one's own is uncomfortable there.
 */
export function welcomeAsset(engine: MovableCamera): void {
  if (!engine.inHeadset && !engine.hasPlace) fitAsset(engine)
}

/**
 * Takes a user on a screen before the asset if the floor no longer reaches to where they are. One in a headset stays,
 * and is notified how to get there.
 */
export function returnToFloor(engine: MovableCamera): void {
  const { headset, screen } = engine
  const { x, z } = (engine.inHeadset && headset?.controls.head) || screen.eye.position
  if (!engine.hasPlace || isOnFloor(screen.eye.floor, x, z)) return
  if (engine.inHeadset) headset?.controls.notify('off-floor')
  else fitAsset(engine)
}

/**
 * Returns where a user stands at the first moment in a headset, and gives the screen's camera the same place: where they
 * were, if they have a place, else before the asset. Its extent may be known before it is loaded; without it the user
 * stands as before one of 2 m in diameter. Whatever arrives later leaves them there, and `fitAsset` is theirs to choose.
 */
export function entryPlace(engine: MovableCamera): EntryPlace {
  const { eye } = engine.screen
  eye.finishFlight()
  if (!engine.hasPlace) {
    prepareFit(engine)
    moveEyeAwayFromAsset(engine)
    eye.flyTo(eyeScratch, targetScratch, true)
    engine.takePlace()
  }
  return { x: eye.position.x, z: eye.position.z, yaw: eye.yaw }
}

/**
 * Moves to a place from which the whole asset is visible, or before one that is larger than the deck, next to the others.
 */
export function fitAsset(engine: MovableCamera): void {
  prepareFit(engine)
  moveCamera(engine)
}

/** Prepares the place from which the whole asset is visible. */
function prepareFit(engine: MovableCamera): void {
  const { camera } = engine.scene
  const { floor } = engine.screen.eye
  engine.asset.center(targetScratch)
  if (!floor.isDeck) {
    const { x, z } = arrivalOn(floor, engine.grabLock.localParticipantSlot)
    eyeScratch.set(x, arrivalEyeMetres, z)
    targetScratch.y = Math.min(targetScratch.y, 2 * arrivalEyeMetres)
    return
  }
  const half = MathUtils.degToRad(camera.fov) / 2
  const halfAngle = Math.min(half, Math.atan(Math.tan(half) * camera.aspect))
  const distance = Math.max(0.6, (engine.asset.radius() / Math.sin(halfAngle)) * 1.35)
  eyeScratch
    .set(0.34, 0.34, 0.88)
    .normalize()
    .applyAxisAngle(up, spawnAngleOf(engine.grabLock.localParticipantSlot))
    .multiplyScalar(distance)
    .add(targetScratch)
  eyeScratch.y = Math.min(2.3, eyeScratch.y)
}

/** Goes to the viewpoint of a pin. */
export function goToViewpoint(engine: MovableCamera, { eye, target }: Viewpoint): void {
  const model = engine.asset.current
  if (!model) return
  model.toRoom({ x: eye[0], y: eye[1], z: eye[2] }, undefined, eyeScratch)
  model.toRoom({ x: target[0], y: target[1], z: target[2] }, undefined, targetScratch)
  moveCamera(engine)
}

/** Moves next to another participant, facing the asset. */
export function joinParticipant(engine: MovableCamera, participantSlot: number): void {
  const participant = engine.participants.find(participantSlot)
  if (!participant || participant.presence <= 0) return
  positionBeside(engine, participant.pose.head, eyeScratch)
  eyeScratch.y = MathUtils.clamp(participant.pose.head.py, 1.2, 1.8)
  engine.asset.center(targetScratch)
  moveCamera(engine)
}

/** Turns the view to another participant, without moving. */
export function lookAtParticipant(engine: MovableCamera, participantSlot: number): void {
  const { eye } = engine.screen
  const participant = engine.participants.find(participantSlot)
  if (!participant || participant.presence <= 0) return
  const { px, py, pz } = participant.pose.head
  eye.flyTo(eyeScratch.copy(eye.position), targetScratch.set(px, py, pz))
  engine.takePlace()
}

/** Returns the participants who are out of view, with the place of an arrow to each at the edge of the canvas. */
export function edgeArrows({ participants, poseSender, scene }: MovableCamera): ParticipantArrow[] {
  const tanUp = Math.tan(MathUtils.degToRad(scene.camera.fov) / 2)
  const place = { x: 0, y: 0 }
  const arrows: (ParticipantArrow & EdgePlace)[] = []
  for (const { participantSlot, presence, pose } of participants.list) {
    const isOut = placeEdgeArrow(poseSender.current.head, pose.head, tanUp, tanUp * scene.camera.aspect, place)
    if (presence > 0 && isOut) arrows.push({ participantSlot, ...place })
  }
  spreadEdgePlaces(arrows, minArrowStep)
  return arrows
}

/** Writes the position next to a participant's shoulder, on the side with more floor, into `into`. */
export function positionBeside({ asset }: Pick<MovableCamera, 'asset'>, { px, pz }: PosePoint, into: Vector3): Vector3 {
  asset.center(into)
  const [x, z] = [into.x - px, into.z - pz]
  const length = Math.max(0.01, Math.hypot(x, z))
  const side = px * z - pz * x > 0 ? -0.8 : 0.8
  return into.set(px - (z / length) * side, 0, pz + (x / length) * side)
}

/** Moves the prepared position away from the asset, so that no user in a headset stands with their face in it. */
function moveEyeAwayFromAsset({ asset, screen }: MovableCamera): void {
  // An asset larger than the deck is walked in.
  const minDistance = screen.eye.floor.isDeck ? asset.radius() + 0.9 : 0
  const distance = Math.hypot(eyeScratch.x - targetScratch.x, eyeScratch.z - targetScratch.z)
  if (distance >= minDistance || distance <= 1e-3) return
  const { x, z } = targetScratch
  eyeScratch.x = x + (eyeScratch.x - x) * (minDistance / distance)
  eyeScratch.z = z + (eyeScratch.z - z) * (minDistance / distance)
}

/** Moves the camera, or in a headset the user, to the prepared position, at the user's own request. */
function moveCamera(engine: MovableCamera): void {
  const headset = engine.inHeadset ? engine.headset?.controls : undefined
  if (headset) {
    moveEyeAwayFromAsset(engine)
    headset.locomotion.moveTo(
      headset.head,
      headset.yaw,
      eyeScratch.x,
      eyeScratch.z,
      Math.atan2(eyeScratch.x - targetScratch.x, eyeScratch.z - targetScratch.z),
    )
  } else engine.screen.eye.flyTo(eyeScratch, targetScratch)
  engine.takePlace()
}
