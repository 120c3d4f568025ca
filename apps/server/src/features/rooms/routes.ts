import * as contract from '@veranda/contract/rooms/routes.ts'
import * as schemas from '@veranda/contract/rooms/schemas.ts'
import { done, idParams } from '@veranda/contract/shapes.ts'
import { type ServedRoute, serve } from '../../http/serve.ts'
import { signedIn, signedInAs } from '../../http/who.ts'
import { readEndpoint } from './read-endpoint.ts'
import { enterByInvite, invite } from './invite.ts'
import { listWorks } from './list-works.ts'
import { changePerson, removePerson } from './people.ts'
import { readRoom } from './read-room.ts'
import { readRecords, setRecord } from './records.ts'

const who = signedIn
const hosts = signedInAs('Hosts of the room: the parties of its project or session, and whom they made one.')
const params = idParams
const { room } = schemas

/** A room is there for the parties of its project or session and for whom they let in; absent for all others. */
export const roomRoutes: ServedRoute[] = [
  serve(contract.readRoom, { who, params, reply: room }, (ctx) => readRoom(ctx, ctx.params.id)),
  serve(contract.readRoomEndpoint, { who, params, reply: schemas.roomEndpoint, transaction: false }, (ctx) =>
    readEndpoint(ctx, ctx.params.id),
  ),
  serve(contract.listRoomWorks, { who, params, reply: schemas.roomWorks }, (ctx) => listWorks(ctx, ctx.params.id)),
  serve(contract.inviteToRoom, { who: hosts, params, reply: schemas.roomInvite, status: 201 }, (ctx) =>
    invite(ctx, ctx.params.id),
  ),
  serve(
    contract.enterByInvite,
    { who: signedInAs('Anyone signed in who has the link.'), params, body: schemas.enterByInviteBody, reply: room },
    (ctx) => enterByInvite(ctx, ctx.params.id, ctx.body.token),
  ),
  serve(
    contract.changeRoomPerson,
    { who: hosts, params: schemas.roomPersonParams, body: schemas.changeRoomPersonBody, reply: room },
    (ctx) => changePerson(ctx, ctx.params.id, ctx.params.personId, ctx.body.role),
  ),
  serve(contract.removeRoomPerson, { who: hosts, params: schemas.roomPersonParams, reply: done }, (ctx) =>
    removePerson(ctx, ctx.params.id, ctx.params.personId),
  ),
  serve(contract.readRoomRecords, { who, params, reply: schemas.roomRecords }, (ctx) =>
    readRecords(ctx, ctx.params.id),
  ),
  serve(
    contract.setRoomRecord,
    { who: hosts, params: schemas.roomRecordParams, body: schemas.setRoomRecordBody, reply: schemas.roomRecord },
    (ctx) => setRecord(ctx, ctx.params.id, ctx.params.key, ctx.body),
  ),
]
