import { signInWithPasskey, startPasskeySignIn } from '@veranda/contract/accounts/passkeys/routes.ts'
import { type Assertion } from '@veranda/contract/accounts/passkeys/schemas.ts'
import { passkeyChallengeLifetimeMs } from '@veranda/core/accounts/second-factor/second-factor.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { runCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { NoPasskeysHere } from '../../../components/credentials/no-passkeys-here.tsx'
import { findPasskeyObstacle, signWithPasskey } from '../../../components/credentials/passkeys.ts'
import { useSignIn } from '../sign-in/use-sign-in.ts'

/** Well before the server forgets a challenge. */
const renewAfterMs = passkeyChallengeLifetimeMs - 30_000

/**
 * Signs in with a passkey: by a button, and where the browser does that, by a suggestion in the fields of the form above.
 * Where there are none, says why.
 */
export function PasskeySignIn() {
  const t = useTranslations('accounts/step-up')
  const signIn = useSignIn()
  const [isUnused, setUnused] = useState(false)
  const suggesting = useRef<AbortController>(undefined)
  const obstacle = findPasskeyObstacle()
  const isOffered = obstacle === undefined
  const send = useEffectEvent((body: Assertion) => signIn.run(signInWithPasskey, { body }))

  useEffect(() => {
    if (!isOffered) return undefined
    const abort = new AbortController()
    suggesting.current = abort
    void suggestPasskeys(abort.signal, (chosen) => send(chosen))
    return () => abort.abort()
  }, [isOffered])

  async function press() {
    // A browser handles one question about passkeys at a time.
    suggesting.current?.abort()
    setUnused(false)
    const started = await runCommand(startPasskeySignIn, {})
    const body = started.ok ? await signWithPasskey(started.reply) : undefined
    if (body) await signIn.run(signInWithPasskey, { body })
    else setUnused(true)
  }

  if (!isOffered) return <NoPasskeysHere obstacle={obstacle} />
  return (
    <Stack gap={3}>
      <Button size="large" wide icon="lock" busy={signIn.busy} onClick={() => void press()}>
        {t('login.passkey')}
      </Button>
      {(isUnused || signIn.problem) && (
        <Banner tone={isUnused ? 'warning' : 'error'} announce>
          {isUnused ? t('login.passkey-failed') : signIn.problem}
        </Banner>
      )}
    </Stack>
  )
}

/** Suggests passkeys in the fields of a form until `signal` aborts. `onChosen` gets what the chosen one signed. */
async function suggestPasskeys(signal: AbortSignal, onChosen: (assertion: Assertion) => Promise<unknown>) {
  if (typeof PublicKeyCredential.isConditionalMediationAvailable !== 'function') return
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return
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
