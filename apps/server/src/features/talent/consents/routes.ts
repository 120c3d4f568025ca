import * as routes from '@veranda/contract/talent/consents/routes.ts'
import * as schemas from '@veranda/contract/talent/consents/schemas.ts'
import { listing } from '@veranda/contract/talent/listing/schemas.ts'
import { idParams } from '@veranda/contract/shared-schemas.ts'
import { ok } from '@veranda/core/result.ts'
import { serve } from '../../../platform/http/route.ts'
import { signedIn, signedInAs } from '../../../platform/http/route-access.ts'
import { answerWorkConsent } from './answer-work-consent.ts'
import { askWorkConsent } from './ask-work-consent.ts'
import { listWorkConsents } from './list-work-consents.ts'

const creator = signedInAs('The creator whose page shows it; 404 for everyone else.')
const client = signedInAs('The client of the project; 404 for everyone else.')

/** Routes by which a creator asks a client whether a work may be shown, and the client answers. */
export const consentRoutes = [
  serve(
    routes.askWorkConsent,
    { access: creator, params: idParams, body: schemas.askConsentBody, reply: listing },
    (ctx) => askWorkConsent(ctx, ctx.params.id, ctx.body),
  ),
  serve(routes.listWorkConsents, { access: signedIn, reply: schemas.workConsentList }, async ({ tx, actor }) =>
    ok(await listWorkConsents(tx, actor.id)),
  ),
  serve(
    routes.answerWorkConsent,
    { access: client, params: idParams, body: schemas.answerConsentBody, reply: schemas.workConsent },
    (ctx) => answerWorkConsent(ctx, ctx.params.id, ctx.body),
  ),
]
