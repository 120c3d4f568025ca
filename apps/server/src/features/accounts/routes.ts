import { refuseSession as refuseSessionRoute } from '@veranda/contract/accounts/new-device/routes.ts'
import { refusedSession, refuseSessionBody } from '@veranda/contract/accounts/new-device/schemas.ts'
import * as routes from '@veranda/contract/accounts/routes.ts'
import * as schemas from '@veranda/contract/accounts/schemas.ts'
import { done, idParams } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { type RateLimit } from '../../platform/http/limits/rate-limit.ts'
import { serve } from '../../platform/http/route.ts'
import { anyone, cookieOnly, signedIn } from '../../platform/http/route-access.ts'
import { refuseSession } from './new-device/refuse-session.ts'
import { agreeToTerms } from './terms/agree-to-terms.ts'
import { changeAccount } from './settings/change-account.ts'
import { changeAvatar, removeAvatar } from './settings/change-avatar.ts'
import { changePassword } from './passwords/change-password.ts'
import { listDevices } from './sessions/list-devices.ts'
import { listSecurityEvents } from './security-events/list-security-events.ts'
import { readSession, renewToken } from './sessions/read-session.ts'
import { toAccountDto } from './user.presenter.ts'
import { findOpenUser } from './user.repository.ts'
import { login } from './sign-in/login.ts'
import { endDevice, endOtherDevices, logout } from './sessions/end-sessions.ts'
import { guessesPerAccount, passwordAttemptsPerAccount, passwordRateLimit } from './account-limits.ts'

/** Each decodes an image of up to 40 megapixels. */
const avatarChangesPerAccount: RateLimit = { per: 'account', max: 60, windowMs: 10 * minute }

export const accountRoutes = [
  serve(
    routes.login,
    {
      access: anyone,
      body: schemas.loginBody,
      reply: schemas.signInReply,
      secretReply: true,
      rateLimit: [passwordRateLimit, guessesPerAccount],
      // The password is hashed outside the transaction.
      transaction: false,
    },
    (ctx) => login(ctx, ctx.body),
  ),
  serve(routes.logout, { access: cookieOnly, body: schemas.logoutBody, reply: done }, (ctx) => logout(ctx, ctx.body)),
  serve(routes.readSession, { access: cookieOnly, reply: schemas.session, transaction: true, noStore: true }, (ctx) =>
    readSession(ctx),
  ),
  serve(routes.renewToken, { access: cookieOnly, reply: schemas.accessToken, secretReply: true }, (ctx) =>
    renewToken(ctx),
  ),
  serve(routes.readAccount, { access: signedIn, reply: schemas.account }, async ({ tx, actor }) => {
    const user = await findOpenUser(tx, actor.id)
    return user ? ok(await toAccountDto(tx, user, actor)) : refuse('account.not-found', 'not-found')
  }),
  serve(routes.changeAccount, { access: signedIn, body: schemas.changeAccountBody, reply: schemas.account }, (ctx) =>
    changeAccount(ctx, ctx.body),
  ),
  serve(routes.agreeToTerms, { access: signedIn, body: schemas.agreeToTermsBody, reply: schemas.account }, (ctx) =>
    agreeToTerms(ctx, ctx.body),
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
  serve(
    routes.changePassword,
    {
      access: signedIn,
      body: schemas.changePasswordBody,
      reply: done,
      rateLimit: [passwordRateLimit, passwordAttemptsPerAccount],
      transaction: false,
    },
    (ctx) => changePassword(ctx, ctx.body),
  ),
  serve(routes.listDevices, { access: signedIn, reply: schemas.deviceList }, async ({ tx, actor }) =>
    ok(await listDevices(tx, actor)),
  ),
  serve(
    refuseSessionRoute,
    { access: anyone, body: refuseSessionBody, reply: refusedSession, rateLimit: passwordRateLimit },
    (ctx) => refuseSession(ctx, ctx.body),
  ),
  serve(routes.endOtherDevices, { access: signedIn, reply: done }, (ctx) => endOtherDevices(ctx)),
  serve(
    routes.listSecurityEvents,
    { access: signedIn, query: schemas.securityEventsQuery, reply: schemas.securityEventList },
    (ctx) => listSecurityEvents(ctx, ctx.query),
  ),
  serve(routes.endDevice, { access: signedIn, params: idParams, reply: done }, (ctx) => endDevice(ctx, ctx.params.id)),
]
