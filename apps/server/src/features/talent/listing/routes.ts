import * as routes from '@veranda/contract/talent/listing/routes.ts'
import { listing, listingPatch } from '@veranda/contract/talent/listing/schemas.ts'
import { ok } from '@veranda/core/result.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { serve } from '../../../platform/http/route.ts'
import { signedIn, withVerifiedAddress } from '../../../platform/http/route-access.ts'
import { changeListing } from './change-listing.ts'
import { readListing } from './read-listing.ts'

/** Routes by which a creator says whether strangers may see their page. */
export const listingRoutes = [
  serve(routes.readListing, { access: signedIn, reply: listing }, async ({ tx, actor }) =>
    ok(await readListing(tx, actor.id)),
  ),
  serve(
    routes.changeListing,
    {
      access: withVerifiedAddress(signedIn),
      body: listingPatch,
      reply: listing,
      rateLimit: { per: 'account', max: 30, windowMs: minute },
    },
    (ctx) => changeListing(ctx, ctx.body),
  ),
]
