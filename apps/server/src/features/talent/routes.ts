import * as routes from '@veranda/contract/talent/routes.ts'
import * as schemas from '@veranda/contract/talent/schemas.ts'
import { done, idParams, pageQuery } from '@veranda/contract/shapes.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { type ServedRoute, serve } from '../../http/serve.ts'
import { everybodySignedIn, signedIn, signedInAs } from '../../http/who.ts'
import { type ChangeTimeZone, changeProfile } from './change-profile.ts'
import { listTalentReviews } from './list-reviews.ts'
import { addPiece, removePiece } from './portfolio.ts'
import { readProfile, readTalent } from './read-talent.ts'
import { searchTalent } from './search-talent.ts'
import { addService, removeService } from './services.ts'

const creator = signedInAs('The creator on whose page it stands; absent for everybody else.')

export function talentRoutes(changeTimeZone: ChangeTimeZone): ServedRoute[] {
  return [
    serve(
      routes.searchTalent,
      { who: everybodySignedIn, query: schemas.searchQuery, reply: schemas.searchReply },
      ({ tx, query, clock }) => searchTalent(tx, query, clock.now()),
    ),
    serve(
      routes.readTalent,
      { who: everybodySignedIn, params: idParams, reply: schemas.talent },
      async ({ tx, params }) => {
        const talent = await readTalent(tx, params.id)
        return talent ? ok(talent) : refuse('talent.not-found', 'not-found')
      },
    ),
    serve(
      routes.listTalentReviews,
      { who: everybodySignedIn, params: idParams, query: pageQuery, reply: schemas.talentReviews },
      ({ tx, params, query }) => listTalentReviews(tx, params.id, query),
    ),
    serve(routes.readProfile, { who: signedIn, reply: schemas.talent }, async ({ tx, actor }) =>
      ok(await readProfile(tx, actor.id)),
    ),
    serve(routes.changeProfile, { who: signedIn, body: schemas.profilePatch, reply: schemas.talent }, (ctx) =>
      changeProfile(ctx, ctx.body, changeTimeZone),
    ),
    serve(routes.addService, { who: signedIn, body: schemas.serviceBody, reply: schemas.talent, status: 201 }, (ctx) =>
      addService(ctx, ctx.body),
    ),
    serve(routes.removeService, { who: creator, params: idParams, reply: done }, (ctx) =>
      removeService(ctx, ctx.params.id),
    ),
    serve(routes.addPiece, { who: signedIn, body: schemas.pieceBody, reply: schemas.talent, status: 201 }, (ctx) =>
      addPiece(ctx, ctx.body),
    ),
    serve(routes.removePiece, { who: creator, params: idParams, reply: done }, (ctx) =>
      removePiece(ctx, ctx.params.id),
    ),
  ]
}
