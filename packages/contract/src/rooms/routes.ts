import { route } from '../route.ts'
import type { Done, IdParams } from '../shapes.ts'
import type {
  ChangeRoomPersonBody,
  EnterByInviteBody,
  Room,
  RoomEndpoint,
  RoomInvite,
  RoomPersonParams,
  RoomRecord,
  RoomRecordParams,
  RoomRecords,
  RoomWorks,
  SetRoomRecordBody,
} from './schemas.ts'

/** The room of a project has the project's id, that of a session the booking's. */
export const readRoom = route<{ params: IdParams; reply: Room }>('GET', '/rooms/:id')
/** Which node holds the room now, as a path on this origin for a WebSocket, and how voices find each other. */
export const readRoomEndpoint = route<{ params: IdParams; reply: RoomEndpoint }>('GET', '/rooms/:id/endpoint')
/** The versions with 3D work that the reader may see; all but one's own drafts can be put on the stage. */
export const listRoomWorks = route<{ params: IdParams; reply: RoomWorks }>('GET', '/rooms/:id/works')
/** A link by which somebody signed in becomes a guest; an earlier one ends. */
export const inviteToRoom = route<{ params: IdParams; reply: RoomInvite }>('POST', '/rooms/:id/invites')
export const enterByInvite = route<{ params: IdParams; body: EnterByInviteBody; reply: Room }>(
  'POST',
  '/rooms/:id/guests',
)
/** Makes somebody host or guest, while they are inside too; whoever was taken out may come in again. */
export const changeRoomPerson = route<{ params: RoomPersonParams; body: ChangeRoomPersonBody; reply: Room }>(
  'PATCH',
  '/rooms/:id/people/:personId',
)
/** Takes a guest out; no link lets them in again, only a host who changes them. */
export const removeRoomPerson = route<{ params: RoomPersonParams; reply: Done }>(
  'DELETE',
  '/rooms/:id/people/:personId',
)

/** What all share in the room, whole, with the place in its log from which to go on. */
export const readRoomRecords = route<{ params: IdParams; reply: RoomRecords }>('GET', '/rooms/:id/records')
/**
 * Writes one record; `expected` is the version that was seen, 0 for a new one and for one that is gone. On the stage
 * stands only what was submitted.
 */
export const setRoomRecord = route<{ params: RoomRecordParams; body: SetRoomRecordBody; reply: RoomRecord }>(
  'PUT',
  '/rooms/:id/records/:key',
)
