import { changePassword as changePasswordRoute } from '@veranda/contract/accounts/passwords/routes.ts'
import { changePasswordBody } from '@veranda/contract/accounts/passwords/schemas.ts'
import { listSecurityEvents as listSecurityEventsRoute } from '@veranda/contract/accounts/security-events/routes.ts'
import { securityEventList, securityEventsQuery } from '@veranda/contract/accounts/security-events/schemas.ts'
import * as routes from '@veranda/contract/accounts/settings/routes.ts'
import * as schemas from '@veranda/contract/accounts/settings/schemas.ts'
import { agreeToTerms as agreeToTermsRoute } from '@veranda/contract/accounts/terms/routes.ts'
import { agreeToTermsBody } from '@veranda/contract/accounts/terms/schemas.ts'
import { done } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { serve } from '../../../platform/http/route.ts'
import { signedIn } from '../../../platform/http/route-access.ts'
import { passwordAttemptsPerAccount, passwordRateLimit } from '../account-limits.ts'
import { changePassword } from '../passwords/change-password.ts'
import { listSecurityEvents } from '../security-events/list-security-events.ts'
import { agreeToTerms } from '../terms/agree-to-terms.ts'
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
  serve(agreeToTermsRoute, { access: signedIn, body: agreeToTermsBody, reply: schemas.account }, (ctx) =>
    agreeToTerms(ctx, ctx.body),
  ),
  serve(
    changePasswordRoute,
    {
      access: signedIn,
      body: changePasswordBody,
      reply: done,
      rateLimit: [passwordRateLimit, passwordAttemptsPerAccount],
      transaction: false,
    },
    (ctx) => changePassword(ctx, ctx.body),
  ),
  serve(listSecurityEventsRoute, { access: signedIn, query: securityEventsQuery, reply: securityEventList }, (ctx) =>
    listSecurityEvents(ctx, ctx.query),
  ),
]
