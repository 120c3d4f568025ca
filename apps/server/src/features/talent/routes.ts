import * as routes from '@veranda/contract/talent/routes.ts'
import * as schemas from '@veranda/contract/talent/schemas.ts'
import { done, idParams, pageQuery } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { type ServerRoute, serve } from '../../platform/http/route.ts'
import { anyoneSignedIn, signedIn, signedInAs, withVerifiedAddress } from '../../platform/http/route-access.ts'
import { type ChangeTimeZone, changeProfile } from './profile/change-profile.ts'
import { listSkills } from './skills/list-skills.ts'
import { listCreatorReviews } from './page/list-creator-reviews.ts'
import {
  addPortfolioItem,
  changePortfolioItem,
  movePortfolioItem,
  removePortfolioItem,
  restorePortfolioItem,
} from './portfolio/portfolio.ts'
import { readProfile, readCreator } from './page/read-creator.ts'
import { searchTalent } from './search/search-talent.ts'
import {
  addPackageService,
  changePackageService,
  movePackageService,
  removePackageService,
  restorePackageService,
} from './services/package-services.ts'

const creator = signedInAs('The creator whose page shows it; 404 for everyone else.')
const publisher = withVerifiedAddress(signedIn)

export function talentRoutes(changeTimeZone: ChangeTimeZone): ServerRoute[] {
  return [
    serve(
      routes.searchTalent,
      { access: anyoneSignedIn, query: schemas.searchQuery, reply: schemas.searchReply },
      ({ tx, query, clock, actor, deps }) =>
        searchTalent(tx, query, { now: clock.now(), readerId: actor.id, paymentsOn: deps.env.payments }),
    ),
    serve(
      routes.listSkills,
      { access: anyoneSignedIn, query: schemas.skillsQuery, reply: schemas.skillSuggestions },
      async ({ tx, query }) => ok(await listSkills(tx, query.q ?? '')),
    ),
    serve(
      routes.readCreator,
      { access: anyoneSignedIn, params: idParams, reply: schemas.profile },
      async ({ tx, params, actor, deps }) => {
        const profile = await readCreator(tx, params.id, { readerId: actor.id, paymentsOn: deps.env.payments })
        return profile ? ok(profile) : refuse('creator.not-found', 'not-found')
      },
    ),
    serve(
      routes.listCreatorReviews,
      { access: anyoneSignedIn, params: idParams, query: pageQuery, reply: schemas.creatorReviews },
      ({ tx, params, query }) => listCreatorReviews(tx, params.id, query),
    ),
    serve(routes.readProfile, { access: signedIn, reply: schemas.profile }, async ({ tx, actor }) =>
      ok(await readProfile(tx, actor.id)),
    ),
    serve(routes.changeProfile, { access: publisher, body: schemas.profilePatch, reply: schemas.profile }, (ctx) =>
      changeProfile(ctx, ctx.body, changeTimeZone),
    ),
    serve(
      routes.addPackageService,
      { access: publisher, body: schemas.packageServiceBody, reply: schemas.profile, status: 201 },
      (ctx) => addPackageService(ctx, ctx.body),
    ),
    serve(
      routes.changePackageService,
      { access: creator, params: idParams, body: schemas.packageServiceBody, reply: schemas.profile },
      (ctx) => changePackageService(ctx, ctx.params.id, ctx.body),
    ),
    serve(
      routes.movePackageService,
      { access: creator, params: idParams, body: schemas.moveBody, reply: schemas.profile },
      (ctx) => movePackageService(ctx, ctx.params.id, ctx.body.before),
    ),
    serve(routes.restorePackageService, { access: creator, params: idParams, reply: schemas.profile }, (ctx) =>
      restorePackageService(ctx, ctx.params.id),
    ),
    serve(routes.removePackageService, { access: creator, params: idParams, reply: done }, (ctx) =>
      removePackageService(ctx, ctx.params.id),
    ),
    serve(
      routes.addPortfolioItem,
      { access: publisher, body: schemas.portfolioItemBody, reply: schemas.profile, status: 201 },
      (ctx) => addPortfolioItem(ctx, ctx.body),
    ),
    serve(
      routes.changePortfolioItem,
      { access: creator, params: idParams, body: schemas.portfolioItemPatch, reply: schemas.profile },
      (ctx) => changePortfolioItem(ctx, ctx.params.id, ctx.body),
    ),
    serve(
      routes.movePortfolioItem,
      { access: creator, params: idParams, body: schemas.moveBody, reply: schemas.profile },
      (ctx) => movePortfolioItem(ctx, ctx.params.id, ctx.body.before),
    ),
    serve(routes.restorePortfolioItem, { access: creator, params: idParams, reply: schemas.profile }, (ctx) =>
      restorePortfolioItem(ctx, ctx.params.id),
    ),
    serve(routes.removePortfolioItem, { access: creator, params: idParams, reply: done }, (ctx) =>
      removePortfolioItem(ctx, ctx.params.id),
    ),
  ]
}
