import { session } from '@veranda/contract/accounts/sessions/schemas.ts'
import * as routes from '@veranda/contract/accounts/social/routes.ts'
import * as schemas from '@veranda/contract/accounts/social/schemas.ts'
import { done } from '@veranda/contract/shared-schemas.ts'
import { parseReturnPath } from '@veranda/core/accounts/sign-in/return-path.ts'
import { type SocialProvider } from '@veranda/core/accounts/social/social-provider.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import * as z from 'zod/mini'
import { type Deps } from '../../../platform/deps.ts'
import { serve } from '../../../platform/http/route.ts'
import { anyone, cookieOnly, signedInAs } from '../../../platform/http/route-access.ts'
import { registrationsPerAddress } from '../account-limits.ts'
import { attemptsPerAddress } from './attempt-limit.ts'
import { finishAttempt } from './finish-attempt.ts'
import { linkIdentity, listIdentities, unlinkIdentity } from './link-identity.ts'
import { redirect } from './redirect.ts'
import { readPendingIdentity, registerByIdentity } from './register-by-identity.ts'
import { problemPage, readReturnPath } from './return-place.ts'
import { startAttempt } from './start-attempt.ts'

const accountOwner = signedInAs('Anyone signed in, for their own account, after a step-up.')
/** The options of both navigations: a browser is sent on, and shown nothing else. */
const navigation = {
  reply: z.unknown(),
  replyMediaTypes: ['text/html'],
  status: 303,
  rateLimit: attemptsPerAddress,
}
const isOff = ({ gateways }: Deps, provider: SocialProvider) => !gateways.identity.providers.includes(provider)
const unknownRoute = () => refuse('request.unknown-route', 'not-found')

export const socialRoutes = [
  serve(
    routes.startSocialSignIn,
    {
      ...navigation,
      access: anyone,
      params: schemas.providerParams,
      query: schemas.startSocialSignInQuery,
      problemPage: (problem, { actor, query }) => {
        const { data } = schemas.startSocialSignInQuery.safeParse(query)
        return problemPage(problem, parseReturnPath(data?.to) ?? null, actor)
      },
      transaction: true,
      description: 'Redirects to the provider. Without credentials for it there is no such route.',
    },
    async (ctx) => {
      const { provider } = ctx.params
      if (isOff(ctx.deps, provider)) return unknownRoute()
      return ok(redirect(await startAttempt(ctx, { provider, to: ctx.query.to })))
    },
  ),
  serve(
    routes.finishSocialSignIn,
    {
      ...navigation,
      access: cookieOnly,
      params: schemas.providerParams,
      query: schemas.socialCallbackQuery,
      problemPage: (problem, { actor, request, env }) => problemPage(problem, readReturnPath({ env }, request), actor),
      // The provider is called between two transactions.
      transaction: false,
      description: 'The redirect address of the provider. Redirects to a page of the app, whatever the outcome.',
    },
    async (ctx) => {
      const { provider } = ctx.params
      if (isOff(ctx.deps, provider)) return unknownRoute()
      return ok(redirect(await finishAttempt(ctx, provider, ctx.query)))
    },
  ),
  serve(
    routes.listIdentities,
    { access: signedInAs('Anyone signed in, for their own account.'), reply: schemas.identityList },
    async (ctx) => ok(await listIdentities(ctx)),
  ),
  serve(
    routes.linkIdentity,
    {
      access: accountOwner,
      params: schemas.providerParams,
      reply: schemas.linkStart,
      secretReply: true,
      rateLimit: attemptsPerAddress,
    },
    async (ctx) => {
      const { provider } = ctx.params
      return isOff(ctx.deps, provider) ? unknownRoute() : linkIdentity(ctx, provider)
    },
  ),
  serve(routes.unlinkIdentity, { access: accountOwner, params: schemas.providerParams, reply: done }, (ctx) =>
    unlinkIdentity(ctx, ctx.params.provider),
  ),
  serve(routes.readPendingIdentity, { access: anyone, reply: schemas.pendingIdentity, noStore: true }, (ctx) =>
    readPendingIdentity(ctx),
  ),
  serve(
    routes.registerByIdentity,
    {
      access: anyone,
      body: schemas.registerByIdentityBody,
      reply: session,
      secretReply: true,
      status: 201,
      rateLimit: registrationsPerAddress,
    },
    (ctx) => registerByIdentity(ctx, ctx.body),
  ),
]
