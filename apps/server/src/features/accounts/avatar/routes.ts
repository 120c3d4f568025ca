import * as routes from '@veranda/contract/accounts/avatar/routes.ts'
import { changeAvatarBody } from '@veranda/contract/accounts/avatar/schemas.ts'
import { account } from '@veranda/contract/accounts/settings/schemas.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { type RateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { serve } from '../../../platform/http/route.ts'
import { signedIn } from '../../../platform/http/route-access.ts'
import { changeAvatar, removeAvatar } from './change-avatar.ts'

/** Each decodes an image of up to 40 megapixels. */
const avatarChangesPerAccount: RateLimit = { per: 'account', max: 60, windowMs: 10 * minute }

export const avatarRoutes = [
  serve(
    routes.changeAvatar,
    {
      access: signedIn,
      body: changeAvatarBody,
      reply: account,
      rateLimit: avatarChangesPerAccount,
      // The image is decoded outside the transaction.
      transaction: false,
    },
    (ctx) => changeAvatar(ctx, ctx.body),
  ),
  serve(routes.removeAvatar, { access: signedIn, reply: account }, (ctx) => removeAvatar(ctx)),
]
