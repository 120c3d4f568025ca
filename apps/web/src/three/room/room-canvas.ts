import {
  type AnnotationTarget,
  type PlacementRecord,
  type RecordKind,
  type RecordValue,
} from '@veranda/contract/rooms/records/record-kinds.ts'
import { type DeviceKind, type RoomParticipant } from '@veranda/contract/rooms/connection/messages.ts'
import { type PartDifference } from '@veranda/core/assets/compare-materials.ts'
import { type PinLook } from '@veranda/core/commissions/pins/pin-look.ts'
import { type Vector } from '@veranda/core/geometry/vector.ts'
import { type HoldInput, type PanelModel } from '../../lib/panels/panel-model.ts'
import { type RenderQuality } from '../../lib/device/webgl-support.ts'
import { type Bounds } from '@veranda/core/rooms/records/placement.ts'
import { type BesidePlace } from '@veranda/core/rooms/records/side-by-side.ts'
import { type EdgePlace } from './edge-arrow.ts'
import { type PosePoint } from '@veranda/core/rooms/connection/pose.ts'
import { type ModelSource } from '../loaders/load-model.ts'
import { type Viewpoint } from '../viewer/viewer-settings.ts'

export type Theme = 'daylight' | 'dusk'

/** The user's comfort settings for a headset. */
export type ComfortSettings = {
  /** Angle of a snap turn; 0 turns smoothly. */
  readonly snapDegrees: number
  /** Darkens the edge of the view while moving. */
  readonly vignette: boolean
  /** Sits, and is raised to standing height. */
  readonly seated: boolean
  /** The hand that points and presses; the other one moves. */
  readonly hand: 'left' | 'right'
}

/** Tools, by what a press on the asset does. */
export const roomTools = ['look', 'pin', 'measure', 'pen', 'place'] as const
export type RoomTool = (typeof roomTools)[number]

export const penColors = [
  'amber',
  'violet',
  'green',
  'white',
] as const satisfies readonly RecordValue['stroke']['color'][]
export type PenColor = (typeof penColors)[number]

/**
 * An asset, the version it belongs to, how far it may differ from its original, in metres, and its bounding box, if that
 * is known before it is loaded.
 */
export type AssetSource = ModelSource & {
  readonly assetId: string
  readonly deliverableId: string
  readonly tolerance: number
  readonly bounds?: Bounds
}

/** A place in model space for a note that belongs to an asset. */
export type NotePlace = Required<Pick<RecordValue['note'], 'on' | 'position' | 'yaw'>>

/** A stroke with the key of its record, in metres of the model space of what it is on, or of the room. */
export type DrawnStroke = {
  readonly key: string
  readonly color: PenColor
  readonly on?: AnnotationTarget | undefined
  readonly points: number[]
}
/** The next points of a stroke that is being drawn; `from` is the number of the first one. */
export type LiveStroke = DrawnStroke & { readonly from: number }

/** The legend of the map of differences: its colours by their share of the way, and the values that they mean. */
export type HeatMapLegend = {
  readonly title: string
  /** Differences other than the distances, one line each. */
  readonly notes: readonly string[]
  readonly colors: readonly (readonly [share: number, color: string])[]
  /** At the start, in the middle and at the end. */
  readonly values: readonly [string, string, string]
}

/** Names of the versions in the scene. */
export type VersionNames = { readonly current: string; readonly previous: string }

/** A point on the asset, in metres in the model space of the original, with the viewpoint. */
export type RoomHit = {
  readonly part: string
  readonly position: Vector
  readonly normal: Vector
  readonly view: Viewpoint
}

export type RoomPin = {
  readonly id: string
  readonly number: number
  readonly part: string
  readonly position: Vector
  readonly look: PinLook
  readonly chosen: boolean
}

/** Formats numbers in the user's language. */
export type RoomFormats = {
  readonly length: (metres: number) => string
  /** Formats a measured length with the tolerance of each of its ends; both in metres. */
  readonly measurement: (metres: number, tolerance: number) => string
  readonly angle: (degrees: number) => string
  /** Formats the scale of the asset; undefined at its own size. */
  readonly scale: (factor: number) => string | undefined
}

export type RoomOptions = {
  readonly device: Exclude<DeviceKind, 'headset'>
  readonly theme: Theme
  readonly direction: 'ltr' | 'rtl'
  readonly language: string
  readonly comfort: ComfortSettings
  readonly quality: RenderQuality
  readonly formats: RoomFormats
}

/** An arrow at the edge of the canvas to a participant; the place runs from -1 to 1 to the right and up. */
export type ParticipantArrow = EdgePlace & { readonly participantSlot: number }

export type HeadsetState = 'none' | 'entering' | 'inside' | 'refused'

/**
 * A notice for the user of a headset: it does not know where the floor is, they recentred the space, or what they held was
 * let go while the room was out of sight.
 */
export type HeadsetNotice = 'no-floor' | 'recentred' | 'off-floor' | 'let-go'

/** Events of the room canvas. Arguments are not reused after the call, except the bytes of a pose. */
export type RoomCanvasEvents = {
  /** Receives a pose frame to send now; the buffer is reused for the next one. */
  readonly onPoseFrame: (frame: Uint8Array) => void
  readonly onPinPlaced: (hit: RoomHit) => void
  readonly onPinPressed: (id: string) => void
  /** Reports a press on an annotation: a note, a stroke, a measurement, a reference object. */
  readonly onRecordPressed: (key: string) => void
  /**
   * Before the first 'drag' comes `onGrab`. With 'end' it is put down, and the listener releases it once that is
   * written; `onGrabCancelled` comes only when it was given up.
   */
  readonly onPlacementChange: (placement: PlacementRecord, when: 'drag' | 'end') => void
  readonly onGrab: (key: string) => void
  readonly onGrabCancelled: (key: string) => void
  readonly onStroke: (stroke: DrawnStroke) => void
  /** Reports a stroke while it is drawn, at most ten times a second. */
  readonly onStrokeProgress: (stroke: LiveStroke) => void
  /** Reports that a stroke of which others saw the beginning was given up. */
  readonly onStrokeCancelled: (key: string) => void
  /** Reports a measurement. `normal` is the surface normal at `from`. */
  readonly onMeasure: (from: Vector, to: Vector, normal: Vector) => void
  readonly onPartHover: (part: string | undefined) => void
  readonly onPanelAction: (panelId: string, actionId: string) => void
  /** Reports a hold on a button that has to be held: once a frame while the trigger stays pulled on it. */
  readonly onPanelHold: (panelId: string, input: HoldInput) => void
  /** Reports the menu button of a controller, or a pinch of the other hand with its palm towards the face. */
  readonly onMenuOpen: () => void
  /** Reports whether the headset's sources can open the menu by themselves. */
  readonly onMenuReach: (canOpenMenu: boolean) => void
  readonly onHeadsetState: (state: HeadsetState) => void
  /** Reports what the user has to know inside the headset, once they see the room. */
  readonly onHeadsetNotice: (notice: HeadsetNotice) => void
  /** Reports the loading progress of an asset, 0 to 1. */
  readonly onLoadProgress: (share: number) => void
  /** Reports the differences between the asset and its previous version, each time both are loaded. */
  readonly onCompared: (changes: readonly PartDifference[]) => void
  /** Reports that the user moved on their own, which ends following. */
  readonly onUnfollow: () => void
  /** Reports that a pin or measurement was attempted while the previous version is in view. */
  readonly onPreviousVersionPressed: () => void
  readonly onContextLost: () => void
  readonly onContextRestored: () => void
}

/** The live room in 3D. Room coordinates in metres: x to the right, y up, z towards the entrance. */
export type RoomCanvas = {
  readonly element: HTMLCanvasElement
  setLocalParticipantSlot: (participantSlot: number) => void
  setParticipants: (members: readonly RoomParticipant[]) => void
  /** Takes a binary pose batch as received. */
  receivePoses: (batch: ArrayBuffer) => void
  /**
   * Shows an asset and a previous version of it. Resolves once both are visible, or a later call has replaced this one;
   * rejects when one cannot be loaded, and the content stays as it was.
   */
  setAsset: (asset: AssetSource | undefined, previous?: AssetSource) => Promise<void>
  /** Sets the names of the versions, which are above them while both are shown. */
  setVersionNames: (names: VersionNames) => void
  /** Sets the legend that users in a headset see beside the asset; the page has its own. */
  setHeatMapLegend: (legend: HeatMapLegend | undefined) => void
  /**
   * Returns a place beside the asset for a previous version, far enough from every face: `now` if it is. The asset is
   * where it is on the canvas unless another placement is given.
   */
  findBesidePlace: (placement?: PlacementRecord, now?: BesidePlace) => BesidePlace | undefined
  /** Applies all current records, parsed, by their keys. */
  applyRecords: (records: ReadonlyMap<string, RecordValue[RecordKind]>) => void
  /** Glides the asset to a placement that another user is dragging, until the next `applyRecords`. */
  glidePlacementTo: (placement: PlacementRecord) => void
  /** Shows more of the stroke that a participant is drawing. */
  showLiveStroke: (participantSlot: number, stroke: LiveStroke) => void
  /** Ends the stroke of a participant. One that is `kept` stays until its record is applied. */
  endLiveStroke: (participantSlot: number, key: string | undefined, kept: boolean) => void
  /** Removes everything that others are drawing. */
  clearLiveStrokes: () => void
  /** Sets who has grabbed the asset. While it is another participant, it cannot be grabbed. */
  setGrabHolder: (participantSlot: number | undefined) => void
  /** Gives up the user's own grab; the asset goes back to where it was grabbed. */
  cancelGrab: () => void
  setPins: (pins: readonly RoomPin[]) => void
  /** Lights a lantern on the deck, for an asset that is paid, or puts it out. */
  setLantern: (isLit: boolean) => void
  /** Restores the placement of the room's record after a rejected change. */
  restorePlacement: () => void
  setPanels: (panels: readonly PanelModel[]) => void
  /** Draws how full the held button is, from 0 to 1. */
  fillHeldButton: (share: number) => void
  setToasts: (toasts: readonly PanelModel[]) => void
  setTool: (tool: RoomTool, color?: PenColor) => void
  setComfort: (comfort: ComfortSettings) => void
  setTheme: (theme: Theme) => void
  /** Sets the voice level of a participant, 0 to 1. */
  setVoiceLevel: (participantSlot: number, level: number) => void
  /** Follows a participant: shares their view on a screen, stays next to them in a headset. */
  follow: (participantSlot: number | undefined) => void
  /** Turns the view of a user without a headset to a participant. */
  lookAtParticipant: (participantSlot: number) => void
  /** Returns the participants who are out of view, with the place of an arrow to each; none in a headset. */
  edgeArrows: () => readonly ParticipantArrow[]
  /** Moves the user next to a participant once, facing the asset. */
  joinParticipant: (participantSlot: number) => void
  /** Goes to the viewpoint of a pin. In a headset the user is placed there; the camera is never turned by force. */
  goToViewpoint: (view: Viewpoint) => void
  viewpoint: () => Viewpoint
  /** Moves to a place from which the whole asset is visible, in a headset too. */
  fit: () => void
  /** Orbits the asset, in degrees; `zoomFactor` multiplies the distance. */
  orbit: (around: number, up: number, zoomFactor?: number) => void
  /** Moves the crosshair by shares of the canvas and shows it. */
  moveCrosshair: (right: number, down: number) => void
  /** Presses with the current tool at the crosshair. */
  pressCrosshair: () => void
  /** Raycasts to a part through its centre, for users without a pointer. */
  hitTestPart: (part: string) => RoomHit | undefined
  partNames: () => readonly string[]
  highlightPart: (part: string | undefined) => void
  /** Returns the placement of the asset at this size, on the floor circle or on the table. */
  placementFor: (size: PlacementRecord['size']) => PlacementRecord
  /**
   * Returns a place for a note on the displayed asset, in its model space: in front of a part, or at this position of
   * the room. Undefined without an asset.
   */
  notePlaceAt: (position: readonly [number, number, number], part: string | null) => NotePlace | undefined
  placement: () => PlacementRecord
  /** Returns the bounding box of the asset, in metres of its own space; undefined before it is known. */
  extent: () => Bounds | undefined
  isHeadsetSupported: () => Promise<boolean>
  /**
   * Enters the headset where the user is, or before the asset; must be called from a user gesture. Rejects without a
   * headset or permission. From then on the user is moved by their own acts only.
   */
  enterHeadset: () => Promise<void>
  exitHeadset: () => Promise<void>
  /** Writes the head pose of the local user into `into`. */
  readLocalHead: (into: PosePoint) => PosePoint
  /** Writes the head pose of a participant into `into`. Returns false while none was received. */
  readParticipantHead: (participantSlot: number, into: PosePoint) => boolean
  /** Returns the draw calls of the last frame, both eyes together. */
  drawCalls: () => number
  triangles: () => number
  captureImage: () => Promise<Blob | null>
  dispose: () => void
}
