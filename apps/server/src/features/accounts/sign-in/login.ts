import { type LoginBody, type Session } from '@veranda/contract/accounts/schemas.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type ReplyHeaders, type RequestInfo } from '../../../platform/http/route.ts'
import { betterAuthFor } from './better-auth.ts'
import { openSession } from './open-session.ts'
import { hashPassword, verifyPassword } from '../password.ts'

type LoginContext = { tx: Tx; deps: Deps; request: RequestInfo; replyHeaders: ReplyHeaders }

const invalidCredentials = refuse('account.invalid-credentials', 'not-signed-in')
let decoyHash: Promise<string> | undefined

/**
 * Signs in by e-mail and password. An unknown address, a wrong password and a closed account get the same response
 * after one hash.
 */
export async function login(ctx: LoginContext, body: LoginBody): Promise<Result<Session>> {
  const credential = await ctx.tx
    .selectFrom('users as p')
    .innerJoin('credentials as c', (j) => j.onRef('c.user_id', '=', 'p.id').on('c.provider_id', '=', 'credential'))
    .select(['p.id', 'c.password'])
    .where('p.email', '=', body.email)
    .where('p.closed_at', 'is', null)
    .executeTakeFirst()
  decoyHash ??= hashPassword('nobody has this password')
  const isRight = await verifyPassword(credential?.password ?? (await decoyHash), body.password)
  if (!credential?.password || !isRight) return invalidCredentials
  // Ids of user rows are user ids.
  return ok(await openSession(ctx, betterAuthFor(ctx.tx, ctx.deps), credential.id as UserId))
}

/** Signs in as a demo user with one click. */
export async function signInAsDemoUser(ctx: LoginContext, userId: string): Promise<Result<Session>> {
  const notFound = refuse('account.not-found', 'not-found')
  const user = await ctx.tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('demo_description', 'is not', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  // Ids of user rows are user ids.
  return user ? ok(await openSession(ctx, betterAuthFor(ctx.tx, ctx.deps), user.id as UserId)) : notFound
}
