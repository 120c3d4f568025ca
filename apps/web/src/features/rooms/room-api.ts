import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type RoomHit, type RoomPin, type RoomStage } from '../../parts/room-stage.ts'

/** What the parts of other features need of the room around them. */
export type RoomApi = {
  /** The version on the stage. */
  readonly version: RoomVersion | undefined
  /** Versions are flipped, and it is this former one that is looked at. */
  readonly former: RoomVersion | undefined
  readonly workId: string | undefined
  readonly stage: RoomStage | undefined
  /** Where somebody pressed with the pin tool; it stays until it is taken. */
  readonly hit: RoomHit | undefined
  readonly takeHit: () => void
  /** A pin that was pressed on the stage. */
  readonly pressedPin: string | undefined
  readonly setPins: (pins: readonly RoomPin[]) => void
  /** Puts a version of the room on the stage; undefined where one may not, or it has nothing that could stand there. */
  readonly show: (deliverableId: string) => (() => void) | undefined
  /** Puts the list of pins in sight. */
  readonly showPins: () => void
}
