import * as contract from '@veranda/contract/rooms/routes.ts'
import * as schemas from '@veranda/contract/rooms/schemas.ts'
import { done, idParams } from '@veranda/contract/shared-schemas.ts'
import { type ServerRoute, serve } from '../../platform/http/route.ts'
import { signedIn, signedInAs } from '../../platform/http/route-access.ts'
import { readRoomEndpoint } from './connection/read-room-endpoint.ts'
import { acceptRoomInvite, inviteToRoom } from './access/room-invites.ts'
import { listRoomVersions } from './records/room-versions.ts'
import { changeRoomRole, removeRoomUser } from './access/room-users.ts'
import { readRoom } from './access/read-room.ts'
import { readRoomRecords, setRoomRecord } from './records/room-records.ts'

const access = signedIn
const hostsOnly = signedInAs('Hosts of the room: the parties of its project or session, and whom they made one.')
const params = idParams
const { room } = schemas

/**
 * Routes of rooms. A room exists for the parties of its project or booking and for users they let in; for others it is
 * not found.
 */
export const roomRoutes: ServerRoute[] = [
  serve(contract.readRoom, { access, params, reply: room }, (ctx) => readRoom(ctx, ctx.params.id)),
  serve(
    contract.readRoomEndpoint,
    { access, params, reply: schemas.roomEndpoint, transaction: false, noStore: true },
    (ctx) => readRoomEndpoint(ctx, ctx.params.id),
  ),
  serve(contract.listRoomVersions, { access, params, reply: schemas.roomVersions }, (ctx) =>
    listRoomVersions(ctx, ctx.params.id),
  ),
  serve(
    contract.inviteToRoom,
    { access: hostsOnly, params, reply: schemas.roomInvite, secretReply: true, status: 201 },
    (ctx) => inviteToRoom(ctx, ctx.params.id),
  ),
  serve(
    contract.acceptRoomInvite,
    {
      access: signedInAs('Anyone signed in who has the link.'),
      params,
      body: schemas.acceptRoomInviteBody,
      reply: room,
    },
    (ctx) => acceptRoomInvite(ctx, ctx.params.id, ctx.body.token),
  ),
  serve(
    contract.changeRoomRole,
    { access: hostsOnly, params: schemas.roomUserParams, body: schemas.changeRoomRoleBody, reply: room },
    (ctx) => changeRoomRole(ctx, ctx.params.id, ctx.params.userId, ctx.body.role),
  ),
  serve(contract.removeRoomUser, { access: hostsOnly, params: schemas.roomUserParams, reply: done }, (ctx) =>
    removeRoomUser(ctx, ctx.params.id, ctx.params.userId),
  ),
  serve(contract.readRoomRecords, { access, params, reply: schemas.roomRecords }, (ctx) =>
    readRoomRecords(ctx, ctx.params.id),
  ),
  serve(
    contract.setRoomRecord,
    { access: hostsOnly, params: schemas.roomRecordParams, body: schemas.setRoomRecordBody, reply: schemas.roomRecord },
    (ctx) => setRoomRecord(ctx, ctx.params.id, ctx.params.key, ctx.body),
  ),
]
