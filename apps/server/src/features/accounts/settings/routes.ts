import * as routes from '@veranda/contract/accounts/settings/routes.ts'
import * as schemas from '@veranda/contract/accounts/settings/schemas.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { type RateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { serve } from '../../../platform/http/route.ts'
import { signedIn } from '../../../platform/http/route-access.ts'
import { toAccountDto } from '../user.presenter.ts'
import { findOpenUser } from '../user.repository.ts'
import { changeAccount } from './change-account.ts'
import { changeAvatar, removeAvatar } from './change-avatar.ts'

/** Each decodes an image of up to 40 megapixels. */
const avatarChangesPerAccount: RateLimit = { per: 'account', max: 60, windowMs: 10 * minute }

export const settingsRoutes = [
  serve(routes.readAccount, { access: signedIn, reply: schemas.account }, async ({ tx, actor }) => {
    const user = await findOpenUser(tx, actor.id)
    return user ? ok(await toAccountDto(tx, user, actor)) : refuse('account.not-found', 'not-found')
  }),
  serve(routes.changeAccount, { access: signedIn, body: schemas.changeAccountBody, reply: schemas.account }, (ctx) =>
    changeAccount(ctx, ctx.body),
  ),
  serve(
    routes.changeAvatar,
    {
      access: signedIn,
      body: schemas.changeAvatarBody,
      reply: schemas.account,
      rateLimit: avatarChangesPerAccount,
      // The image is decoded outside the transaction.
      transaction: false,
    },
    (ctx) => changeAvatar(ctx, ctx.body),
  ),
  serve(routes.removeAvatar, { access: signedIn, reply: schemas.account }, (ctx) => removeAvatar(ctx)),
]
