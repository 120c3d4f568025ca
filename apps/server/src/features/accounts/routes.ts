import * as routes from '@veranda/contract/accounts/routes.ts'
import * as schemas from '@veranda/contract/accounts/schemas.ts'
import { done, idParams } from '@veranda/contract/shapes.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { hour, minute } from '@veranda/core/time/instant.ts'
import { serve } from '../../http/serve.ts'
import { anyone, cookieAlone, signedIn } from '../../http/who.ts'
import { changeAccount } from './change-account.ts'
import { changePassword } from './change-password.ts'
import { listDevices } from './devices.ts'
import { noCookie } from './open-session.ts'
import { readSession } from './read-session.ts'
import { registerPerson } from './register-person.ts'
import { findPerson, toAccount } from './rows.ts'
import { signIn } from './sign-in.ts'
import { endSessions } from './sign-out.ts'

export const accountRoutes = [
  serve(
    routes.register,
    {
      who: anyone,
      body: schemas.registerBody,
      reply: schemas.session,
      status: 201,
      limit: { per: 'address', max: 30, window: hour },
    },
    (ctx) => registerPerson(ctx, ctx.body),
  ),
  serve(
    routes.login,
    {
      who: anyone,
      body: schemas.loginBody,
      reply: schemas.session,
      limit: { per: 'address-and-email', max: 10, window: 5 * minute },
    },
    (ctx) => signIn(ctx, ctx.body),
  ),
  serve(routes.logout, { who: cookieAlone, reply: done }, async ({ tx, actor, deps, request, out }) => {
    if (actor) {
      const ending = { person: actor.id, sessionIds: [actor.sessionId], at: deps.clock.now(), request }
      await endSessions(tx, 'account.signed-out', ending)
    }
    out.header('set-cookie', noCookie(deps))
    return ok({ done: true })
  }),
  serve(routes.readSession, { who: cookieAlone, reply: schemas.session, transaction: true }, (ctx) => readSession(ctx)),
  serve(routes.renewToken, { who: cookieAlone, reply: schemas.token }, async (ctx) => {
    const session = await readSession(ctx)
    return session.ok ? ok({ token: session.value.token, expiresAt: session.value.expiresAt }) : session
  }),
  serve(routes.readAccount, { who: signedIn, reply: schemas.account }, async ({ tx, actor }) => {
    const person = await findPerson(tx, actor.id)
    return person ? ok(await toAccount(tx, person)) : refuse('account.person-not-found', 'not-found')
  }),
  serve(routes.changeAccount, { who: signedIn, body: schemas.accountPatch, reply: schemas.account }, (ctx) =>
    changeAccount(ctx, ctx.body),
  ),
  serve(
    routes.changePassword,
    {
      who: signedIn,
      body: schemas.passwordBody,
      reply: done,
      limit: { per: 'account', max: 10, window: 10 * minute },
    },
    (ctx) => changePassword(ctx, ctx.body),
  ),
  serve(routes.listDevices, { who: signedIn, reply: schemas.devices }, async ({ tx, actor }) =>
    ok(await listDevices(tx, actor)),
  ),
  serve(
    routes.endDevice,
    { who: signedIn, params: idParams, reply: done },
    async ({ tx, actor, params, deps, request }) => {
      const ending = { person: actor.id, sessionIds: [params.id], at: deps.clock.now(), request }
      const gone = await endSessions(tx, 'account.session-ended', ending)
      return gone > 0 ? ok({ done: true as const }) : refuse('account.device-not-found', 'not-found')
    },
  ),
]
