import * as routes from '@veranda/contract/accounts/suspension/routes.ts'
import * as schemas from '@veranda/contract/accounts/suspension/schemas.ts'
import { adminReasonBody } from '@veranda/contract/admin/schemas.ts'
import * as adminRoutes from '@veranda/contract/admin/suspension/routes.ts'
import { suspendUserBody } from '@veranda/contract/admin/suspension/schemas.ts'
import { done, idParams } from '@veranda/contract/shared-schemas.ts'
import { serve } from '../../../platform/http/route.ts'
import { adminWho, cookieOnly } from '../../../platform/http/route-access.ts'
import { readSuspension } from './read-suspension.ts'
import { liftSuspension, suspendUser } from './suspend-user.ts'

const suspenders = adminWho('suspend-users')

export const suspensionRoutes = [
  serve(adminRoutes.suspendUser, { access: suspenders, params: idParams, body: suspendUserBody, reply: done }, (ctx) =>
    suspendUser(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    adminRoutes.liftSuspension,
    { access: suspenders, params: idParams, body: adminReasonBody, reply: done },
    (ctx) => liftSuspension(ctx, ctx.params.id, ctx.body),
  ),
  serve(routes.readSuspension, { access: cookieOnly, reply: schemas.suspensionReply, noStore: true }, (ctx) =>
    readSuspension(ctx),
  ),
]
