import { type Session } from '@veranda/contract/accounts/sessions/schemas.ts'
import { type DemoSignInBody } from '@veranda/contract/sandbox/schemas.ts'
import { type Language } from '@veranda/contract/shared-schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { openSession, type SignInContext } from '../sessions/open-session.ts'
import { refuseSuspended } from '../suspension/suspension.repository.ts'
import { betterAuthFor } from './better-auth.ts'

/**
 * Signs in as a demo user with one click, which asks for no second factor either: everyone may press it. The demo user
 * takes the language of the page, since a visitor of the demo world has no account whose language could apply.
 */
export async function signInAsDemoUser(ctx: SignInContext, body: DemoSignInBody): Promise<Result<Session>> {
  const user = await ctx.tx
    .selectFrom('users')
    .select(['id', 'language'])
    .where('id', '=', body.userId)
    .where('demo_description', 'is not', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!user) return refuse('account.not-found', 'not-found')
  const id = asId<UserId>(user.id)
  const suspended = await refuseSuspended(ctx.tx, id, ctx.request)
  if (suspended) return suspended
  if (body.language !== undefined && body.language !== user.language) await saveLanguage(ctx, id, body.language)
  return ok(await openSession(ctx, betterAuthFor(ctx.tx, ctx.deps), id, { isOpenToAll: true }))
}

async function saveLanguage({ tx, deps }: SignInContext, id: UserId, language: Language): Promise<void> {
  const now = deps.clock.now()
  await tx
    .updateTable('users')
    .set({ language, updated_at: new Date(now) })
    .where('id', '=', id)
    .execute()
  const event = { type: 'account.changed', data: { userId: id, fields: ['language'] } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id }, actor: id, at: now })
}
