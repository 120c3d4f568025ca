import { type StepUpPurpose, isMethodEnough } from '@veranda/core/accounts/step-up/step-up.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { steppedUpBy } from '../../../platform/access/step-up.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { readTotpSince } from '../second-factor/totp.repository.ts'

type StepUpContext = CommandContext & { readonly request: RequestInfo }

/** Refuses step-up.required (not allowed) unless the session was recently reauthenticated for this purpose. */
export async function requireStepUp(ctx: StepUpContext, purpose: StepUpPurpose): Promise<Result<{ until: Instant }>> {
  const until = await stepUpFor(ctx, purpose)
  return until === undefined ? refuse('step-up.required', 'not-allowed') : ok({ until })
}

/** Returns until when the session counts as reauthenticated for this purpose; undefined when it does not. */
export async function stepUpFor(
  { tx, actor, deps, request }: StepUpContext,
  purpose: StepUpPurpose,
): Promise<Instant | undefined> {
  const stepUp = await steppedUpBy(tx, { actor, cookieToken: request.cookieToken }, deps.clock.now())
  if (!stepUp) return undefined
  const hasTotp = (await readTotpSince(tx, actor.id)) !== null
  return isMethodEnough(stepUp.method, purpose, { hasTotp }) ? stepUp.until : undefined
}
