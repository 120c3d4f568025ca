import * as routes from '@veranda/contract/accounts/security-events/routes.ts'
import * as schemas from '@veranda/contract/accounts/security-events/schemas.ts'
import { serve } from '../../../platform/http/route.ts'
import { signedIn } from '../../../platform/http/route-access.ts'
import { listSecurityEvents } from './list-security-events.ts'

export const securityEventRoutes = [
  serve(
    routes.listSecurityEvents,
    { access: signedIn, query: schemas.securityEventsQuery, reply: schemas.securityEventList },
    (ctx) => listSecurityEvents(ctx, ctx.query),
  ),
]
