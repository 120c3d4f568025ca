import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type RoomHit, type RoomPin, type RoomCanvas } from '../../three/room/room-canvas.ts'

/** The room as seen by components of other features. */
export type RoomApi = {
  /** The version in the scene. */
  readonly version: RoomVersion | undefined
  /** The previous version, if versions are flipped and it is the visible one. */
  readonly visiblePrevious: RoomVersion | undefined
  readonly assetId: string | undefined
  readonly canvas: RoomCanvas | undefined
  /** The point picked with the pin tool, until it is cleared. */
  readonly pickedPoint: RoomHit | undefined
  readonly clearPickedPoint: () => void
  /** The pin that was pressed on the canvas. */
  readonly pressedPinId: string | undefined
  readonly setPins: (pins: readonly RoomPin[]) => void
  /**
   * Returns an action that shows a version in the scene; undefined if the user may not, or the version has no 3D model.
   */
  readonly showVersionAction: (deliverableId: string) => (() => void) | undefined
}
