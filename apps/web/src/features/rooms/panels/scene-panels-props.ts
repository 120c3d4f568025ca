import { type Room, type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type Ref } from 'react'
import { type HoldInput } from '../../../lib/panels/panel-model.ts'
import { type CanInRoom } from '../access/use-room-actions.ts'
import { type HeadsetNotice, type RoomCanvas, type RoomHit, type RoomTool } from '../../../three/room/room-canvas.ts'
import { type RoomConnectionState } from '../connection/room-connection.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'
import { type WriteRecord } from '../records/record-changes.ts'
import { type SharedScene } from '../scene/use-shared-scene.ts'

/** Calls from the canvas and the page to the panels. */
export type ScenePanelsHandle = {
  readonly handleAction: (panelId: string, actionId: string) => void
  /** Returns how full the held button is, from 0 to 1. */
  readonly handleHold: (panelId: string, input: HoldInput) => number
  readonly toggleMenu: () => void
  readonly openPin: (id: string) => void
  /** Another participant asks everyone to come. */
  readonly showGatherRequest: (by: { participantSlot: number; name: string }) => void
  readonly announce: (text: string) => void
  readonly showHeadsetNotice: (notice: HeadsetNotice) => void
  /** A note, measurement or reference object was pressed. */
  readonly openAnnotations: () => void
}

export type ScenePanelsProps = {
  handle: Ref<ScenePanelsHandle>
  /** The menu was opened before this component was loaded. */
  menuRequested: boolean
  /** A notice of the headset from before this component was loaded. */
  missedNotice: HeadsetNotice | undefined
  inHeadset: boolean
  /** The headset's sources can open the menu by themselves; otherwise a panel offers it. */
  canOpenMenu: boolean
  room: Room
  participation: RoomParticipation
  canvas: RoomCanvas | undefined
  connection: RoomConnectionState
  shared: SharedScene
  versions: readonly RoomVersion[]
  can: CanInRoom
  write: WriteRecord
  tool: RoomTool
  chooseTool: (tool: RoomTool) => void
  pickedPoint: RoomHit | undefined
  clearPickedPoint: () => void
  following: number | undefined
  follow: (participantSlot: number | undefined) => void
  /** Opens, on the page, what the user may decide and what follows a release. */
  openPage: () => void
  /** The project whose chat is loaded; undefined if the user has none. */
  projectId: string | undefined
}
