import { startPasskeySignIn } from '@veranda/contract/accounts/passkeys/routes.ts'
import { type Assertion } from '@veranda/contract/accounts/passkeys/schemas.ts'
import { passkeyChallengeLifetimeMs } from '@veranda/core/accounts/second-factor.ts'
import { runCommand } from '../../../lib/api/use-command.ts'
import { findPasskeyObstacle, signWithPasskey } from '../../../components/passkeys.ts'

/** Well before the server forgets a challenge. */
const renewAfterMs = passkeyChallengeLifetimeMs - 30_000

/**
 * Suggests passkeys in the fields of the form, where the browser does that, until `signal` aborts. `onChosen` gets what
 * the chosen one signed.
 */
export async function suggestPasskeys(
  signal: AbortSignal,
  onChosen: (assertion: Assertion) => Promise<unknown>,
): Promise<void> {
  if (findPasskeyObstacle() !== undefined) return
  if ((await PublicKeyCredential.isConditionalMediationAvailable?.()) !== true) return
  while (!signal.aborted) {
    const started = await runCommand(startPasskeySignIn, {}, { signal })
    if (!started.ok) return
    const round = AbortSignal.any([signal, AbortSignal.timeout(renewAfterMs)])
    const assertion = await signWithPasskey(started.reply, { signal: round, suggested: true })
    if (assertion) await onChosen(assertion)
    // The browser refused, and would again.
    else if (!round.aborted) return
  }
}

/** Lets the user choose a passkey in a dialog. Returns what it signed; undefined when there is none. */
export async function choosePasskey(): Promise<Assertion | undefined> {
  const started = findPasskeyObstacle() === undefined ? await runCommand(startPasskeySignIn, {}) : undefined
  return started?.ok ? signWithPasskey(started.reply) : undefined
}
