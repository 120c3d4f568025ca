import { type PlacementRecord, type RecordKind, type RecordValue } from '@veranda/contract/rooms/records.ts'
import { type Device, type RoomMember } from '@veranda/contract/rooms/wire.ts'
import { type PartChange } from '@veranda/core/geometry/compare-parts.ts'
import { type Vector } from '@veranda/core/geometry/vector.ts'
import { type PanelModel } from '@veranda/core/rooms/panel-model.ts'
import { type Point } from '@veranda/core/rooms/pose.ts'
import { type Source } from '../load-model.ts'
import { type View } from '../settings.ts'

export type Theme = 'daylight' | 'dusk'

/** What a person chose so that being inside is easy on them. */
export type Comfort = {
  /** How far one push of the stick turns; 0 turns smoothly. */
  readonly snapDegrees: number
  /** Darkens the edge of sight while moving. */
  readonly vignette: boolean
  /** Sits, and is lifted to the height of a standing person. */
  readonly seated: boolean
  /** The hand that points and presses; the other one walks. */
  readonly hand: 'left' | 'right'
}

/** What a press on the work does. */
export const roomTools = ['look', 'pin', 'measure', 'pen', 'place'] as const
export type RoomTool = (typeof roomTools)[number]

export const penColors = [
  'amber',
  'violet',
  'green',
  'white',
] as const satisfies readonly RecordValue['stroke']['color'][]
export type PenColor = (typeof penColors)[number]

/** A work and what it may differ from its original, in metres. */
export type WorkSource = Source & { readonly workId: string; readonly tolerance: number }

/** A place on the work, in metres in the model space of the original, and how it was looked at. */
export type RoomHit = {
  readonly part: string
  readonly position: Vector
  readonly normal: Vector
  readonly view: View
}

export type RoomPin = {
  readonly id: string
  readonly number: number
  readonly part: string
  readonly position: Vector
  readonly look: 'open' | 'closed' | 'unsure'
  readonly chosen: boolean
}

/** Numbers in the reader's language. */
export type RoomWords = {
  readonly length: (metres: number) => string
  /** A length that was measured, with how far either of its ends may be off; both in metres. */
  readonly exact: (metres: number, tolerance: number) => string
  readonly angle: (degrees: number) => string
  readonly factor: (factor: number) => string
}

/** `light` draws fewer points, without soft edges and shadows. */
export type Quality = 'full' | 'light'

export type RoomOptions = {
  readonly device: Exclude<Device, 'headset'>
  readonly theme: Theme
  readonly direction: 'ltr' | 'rtl'
  readonly language: string
  readonly comfort: Comfort
  readonly quality: Quality
  readonly words: RoomWords
}

export type HeadsetState = 'none' | 'entering' | 'inside' | 'refused'

/** What the stage tells. Nothing here is called with what is used again later, but for the bytes of a pose. */
export type RoomStageTold = {
  /** A frame to be sent now; the bytes are used again for the next one. */
  readonly pose: (frame: Uint8Array) => void
  readonly pin: (hit: RoomHit) => void
  readonly openPin: (id: string) => void
  /** A press on something that a record describes: a note, a line, a measure, a thing of known size. */
  readonly pressed: (key: string) => void
  /**
   * Before the first 'drag' comes `hold`. With 'end' it is put down, and whoever hears it lets go of it once that is
   * written; `letGo` comes only when it was given up.
   */
  readonly place: (placement: PlacementRecord, when: 'drag' | 'end') => void
  readonly hold: (key: string) => void
  readonly letGo: (key: string) => void
  readonly stroke: (color: PenColor, points: number[]) => void
  /** `normal` is that of the surface at `from`. */
  readonly measure: (from: Vector, to: Vector, normal: Vector) => void
  readonly pointedAt: (part: string | undefined) => void
  readonly action: (panelId: string, actionId: string) => void
  /** The menu button of a controller, or a pinch of the other hand with its palm towards the face. */
  readonly menu: () => void
  readonly headset: (state: HeadsetState) => void
  /** 0 to 1 while a work arrives. */
  readonly progress: (share: number) => void
  /** What differs between the work and the former one beside it; each time both are there. */
  readonly compared: (changes: readonly PartChange[]) => void
  /** The person moved of their own will, and is led by nobody any more. */
  readonly unfollowed: () => void
  /** A place was meant for a pin or a length, but the former version is in sight. */
  readonly formerPressed: () => void
  readonly lost: () => void
  readonly restored: () => void
}

/** The live room in three dimensions. Metres of the room: x to the right, y up, z towards who comes in. */
export type RoomStage = {
  readonly canvas: HTMLCanvasElement
  setMe: (slot: number) => void
  setMembers: (members: readonly RoomMember[]) => void
  /** A binary batch as it came. */
  hear: (batch: ArrayBuffer) => void
  /**
   * Puts a work on the stage, and a former one beside it. Fulfils once both are in sight, also when another call came
   * before; rejects when one cannot be fetched or read: what stood there before stays.
   */
  setWork: (work: WorkSource | undefined, former?: WorkSource) => Promise<void>
  /** All records as they are now, by their keys, parsed. */
  apply: (records: ReadonlyMap<string, RecordValue[RecordKind]>) => void
  /** Where somebody else has the work on its way, until the next `apply`. */
  dragged: (placement: PlacementRecord) => void
  /** Who has a hand on the work. While it is somebody else it cannot be taken. */
  held: (slot: number | undefined) => void
  setPins: (pins: readonly RoomPin[]) => void
  /** Back to where the room's record says: what was done here was not taken. */
  stand: () => void
  setPanels: (panels: readonly PanelModel[]) => void
  setCards: (cards: readonly PanelModel[]) => void
  setTool: (tool: RoomTool, color?: PenColor) => void
  setComfort: (comfort: Comfort) => void
  setTheme: (theme: Theme) => void
  /** How loud somebody speaks, 0 to 1. */
  speaking: (slot: number, level: number) => void
  /** Sees with somebody (flat), or is set down beside them whenever they walk on (headset). */
  follow: (slot: number | undefined) => void
  /** Set down beside somebody once, looking where they look. */
  joinPerson: (slot: number) => void
  /** Where a pin was seen from. In a headset one is set down there, not turned by force while looking. */
  goTo: (view: View) => void
  view: () => View
  /** In front of the whole work. */
  fit: () => void
  /** Round the work and up and down, in degrees; `closer` multiplies the distance. */
  orbit: (around: number, up: number, closer?: number) => void
  /** Moves the crosshair by shares of the stage, and shows it. */
  aim: (across: number, down: number) => void
  /** Does with the tool at the crosshair what a press would. */
  act: () => void
  /** The place of a part that is most in sight, for who points without a pointer. */
  placeOn: (part: string) => RoomHit | undefined
  parts: () => readonly string[]
  lightPart: (part: string | undefined) => void
  /** How the work would stand with this size, on the floor circle or on the table. */
  placementFor: (size: PlacementRecord['size']) => PlacementRecord
  placement: () => PlacementRecord
  canEnterHeadset: () => Promise<boolean>
  /** To be called within a press; rejects where there is no headset or it is refused. */
  enterHeadset: () => Promise<void>
  leaveHeadset: () => Promise<void>
  /** Where one's own head is. */
  listener: (into: Point) => Point
  /** Where a voice comes from; false while nothing was heard of them. */
  placeOf: (slot: number, into: Point) => boolean
  /** Of the last frame, all eyes together. */
  draws: () => number
  triangles: () => number
  picture: () => Promise<Blob | null>
  dispose: () => void
}
