import { route } from '../route.ts'
import type { Done, IdParams } from '../shared-schemas.ts'
import type {
  ChangeRoomRoleBody,
  AcceptRoomInviteBody,
  Room,
  RoomEndpoint,
  RoomInvite,
  RoomUserParams,
  RoomRecord,
  RoomRecordParams,
  RoomRecords,
  RoomVersions,
  SetRoomRecordBody,
} from './schemas.ts'

/** Reads a room. The room of a project has the project's id, that of a session the booking's. */
export const readRoom = route<{ params: IdParams; reply: Room }>('GET', '/rooms/:id')
/** Reads the node that has the room, as a WebSocket path on this origin, and the ICE servers for voice. */
export const readRoomEndpoint = route<{ params: IdParams; reply: RoomEndpoint }>('GET', '/rooms/:id/endpoint')
/** Lists the versions with 3D models that the reader may see; all but drafts can be put in the scene. */
export const listRoomVersions = route<{ params: IdParams; reply: RoomVersions }>('GET', '/rooms/:id/versions')
/** Creates an invite link that makes signed-in users guests; revokes the previous one. */
export const inviteToRoom = route<{ params: IdParams; reply: RoomInvite }>('POST', '/rooms/:id/invites')
export const acceptRoomInvite = route<{ params: IdParams; body: AcceptRoomInviteBody; reply: Room }>(
  'POST',
  '/rooms/:id/guests',
)
/** Sets a user's role, also while they are inside; lets a removed user back in. */
export const changeRoomRole = route<{ params: RoomUserParams; body: ChangeRoomRoleBody; reply: Room }>(
  'PATCH',
  '/rooms/:id/users/:userId',
)
/** Removes a guest; invite links no longer admit them, only a host can. */
export const removeRoomUser = route<{ params: RoomUserParams; reply: Done }>('DELETE', '/rooms/:id/users/:userId')

/** Reads all shared records with the stream position to continue from. */
export const readRoomRecords = route<{ params: IdParams; reply: RoomRecords }>('GET', '/rooms/:id/records')
/**
 * Writes one record. `expected` is the version that was read, 0 for a new or deleted record. Only submitted versions
 * can be put in the scene.
 */
export const setRoomRecord = route<{ params: RoomRecordParams; body: SetRoomRecordBody; reply: RoomRecord }>(
  'PUT',
  '/rooms/:id/records/:key',
)
