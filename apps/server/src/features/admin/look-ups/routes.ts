import * as contract from '@veranda/contract/admin/look-ups/routes.ts'
import * as schemas from '@veranda/contract/admin/look-ups/schemas.ts'
import { idParams } from '@veranda/contract/shared-schemas.ts'
import { adminWho } from '../../../platform/http/route-access.ts'
import { serve, type ServerRoute } from '../../../platform/http/route.ts'
import { lookUp } from './look-up.ts'
import { lookUpEntries } from './look-up-entries.ts'
import { lookUpBooking, lookUpMilestone } from './look-up-money.ts'
import { lookUpProject } from './look-up-project.ts'
import { lookUpUser } from './look-up-user.ts'

const users = adminWho('look-up-users')
const work = adminWho('look-up-work')

/** Each look-up writes to the audit log, so these reads have a transaction. */
export const lookUpRoutes: readonly ServerRoute[] = [
  serve(
    contract.lookUp,
    { access: users, query: schemas.lookUpQuery, reply: schemas.lookUpResults, transaction: true },
    (ctx) => lookUp(ctx, ctx.query),
  ),
  serve(
    contract.lookUpUser,
    { access: users, params: idParams, reply: schemas.lookedUpUser, transaction: true },
    (ctx) => lookUpUser(ctx, ctx.params.id),
  ),
  serve(
    contract.lookUpProject,
    { access: work, params: idParams, reply: schemas.lookedUpProject, transaction: true },
    (ctx) => lookUpProject(ctx, ctx.params.id),
  ),
  serve(
    contract.lookUpMilestone,
    { access: work, params: idParams, reply: schemas.lookedUpMoney, transaction: true },
    (ctx) => lookUpMilestone(ctx, ctx.params.id),
  ),
  serve(
    contract.lookUpBooking,
    { access: work, params: idParams, reply: schemas.lookedUpMoney, transaction: true },
    (ctx) => lookUpBooking(ctx, ctx.params.id),
  ),
  serve(
    contract.lookUpEntries,
    { access: work, query: schemas.lookUpEntriesQuery, reply: schemas.lookedUpEntries, transaction: true },
    (ctx) => lookUpEntries(ctx, ctx.query),
  ),
]
