import { type IdentityList, type LinkStart } from '@veranda/contract/accounts/social/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { type SocialProvider, socialProviders } from '@veranda/core/accounts/social/social-provider.ts'
import { canUnlink, identityActionsFor } from '@veranda/core/accounts/social/sign-in-methods.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type ReplyHeaders, type RequestInfo } from '../../../platform/http/route.ts'
import { requireStepUp } from '../step-up/require-step-up.ts'
import { lockUser } from '../user.repository.ts'
import { readSignInMethods, removeIdentity } from './identity.repository.ts'
import { startAttempt } from './start-attempt.ts'

type LinkContext = CommandContext & { readonly request: RequestInfo }

/** Lists the providers that are linked to the caller or can be. */
export async function listIdentities(ctx: CommandContext): Promise<IdentityList> {
  const { actor, deps } = ctx
  const signInMethods = await readSignInMethods(ctx, actor.id)
  const items = socialProviders.flatMap((provider) => {
    const found = signInMethods.linked.find((one) => one.provider === provider)
    if (!found && !deps.gateways.identity.providers.includes(provider)) return []
    const actions = identityActionsFor(provider, signInMethods)
    return [{ provider, linkedAt: found ? toIso(found.linkedAt) : null, actions }]
  })
  return { items, hasPassword: signInMethods.hasPassword }
}

/** Begins to link a provider to the caller. Refuses step-up.required and account.identity-linked. */
export async function linkIdentity(
  ctx: LinkContext & { readonly replyHeaders: ReplyHeaders },
  provider: SocialProvider,
): Promise<Result<LinkStart>> {
  const { actor } = ctx
  const confirmed = await requireStepUp(ctx, 'any')
  if (!confirmed.ok) return confirmed
  const { providers } = await readSignInMethods(ctx, actor.id)
  if (providers.includes(provider)) return refuse('account.identity-linked', 'conflict')
  return ok({ url: await startAttempt(ctx, { provider, to: '/settings/security', linkSessionId: actor.sessionId }) })
}

/** Unlinks a provider from the caller. Refuses step-up.required, account.identity-not-linked and account.last-sign-in-method. */
export async function unlinkIdentity(ctx: LinkContext, provider: SocialProvider): Promise<Result<Done>> {
  const { tx, actor, deps, request } = ctx
  const confirmed = await requireStepUp(ctx, 'any')
  if (!confirmed.ok) return confirmed
  // Locked, so that of two that are unlinked at once the second sees what the first has left.
  await lockUser(tx, actor.id)
  const signInMethods = await readSignInMethods(ctx, actor.id)
  if (!signInMethods.providers.includes(provider)) return refuse('account.identity-not-linked', 'not-found')
  if (!canUnlink(provider, signInMethods)) return refuse('account.last-sign-in-method', 'conflict')
  await removeIdentity(tx, actor.id, provider)
  const [userId, at] = [actor.id, deps.clock.now()]
  const event = { type: 'account.identity-unlinked', data: { userId, provider } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: userId }, actor: userId, at })
  await recordAudit(tx, { action: event.type, userId, actorId: userId, at, request, data: { provider } })
  return ok({ done: true })
}
