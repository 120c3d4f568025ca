import * as routes from '@veranda/contract/accounts/settings/routes.ts'
import * as schemas from '@veranda/contract/accounts/settings/schemas.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { serve } from '../../../platform/http/route.ts'
import { signedIn } from '../../../platform/http/route-access.ts'
import { toAccountDto } from '../user.presenter.ts'
import { findOpenUser } from '../user.repository.ts'
import { changeAccount } from './change-account.ts'

export const settingsRoutes = [
  serve(routes.readAccount, { access: signedIn, reply: schemas.account }, async ({ tx, actor }) => {
    const user = await findOpenUser(tx, actor.id)
    return user ? ok(await toAccountDto(tx, user, actor)) : refuse('account.not-found', 'not-found')
  }),
  serve(routes.changeAccount, { access: signedIn, body: schemas.changeAccountBody, reply: schemas.account }, (ctx) =>
    changeAccount(ctx, ctx.body),
  ),
]
