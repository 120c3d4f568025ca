import { signInWithPasskey } from '@veranda/contract/accounts/passkeys/routes.ts'
import { type Assertion } from '@veranda/contract/accounts/passkeys/schemas.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { whenIdle } from '../../../lib/when-idle.ts'
import { type useSignIn } from './use-sign-in.ts'

/** By what costs no code: the first load of the sign-in page has little room. */
const isOffered = 'PublicKeyCredential' in globalThis && isSecureContext && /[a-z]/.test(location.hostname)
const loadPasskeys = () => import('./passkey-sign-in.ts')

/**
 * Suggests passkeys in the form. Returns the press of a button that asks for one, whether none was used, and what ends
 * the suggestions.
 */
export function usePasskeySignIn({ run }: Pick<ReturnType<typeof useSignIn>, 'run'>) {
  const suggesting = useRef<AbortController>(undefined)
  const [unused, setUnused] = useState(false)
  const signIn = useEffectEvent((body: Assertion) => run(signInWithPasskey, { body }))

  useEffect(() => {
    if (!isOffered) return undefined
    const abort = new AbortController()
    suggesting.current = abort
    const suggest = async () => (await loadPasskeys()).suggestPasskeys(abort.signal, (chosen) => signIn(chosen))
    const cancel = whenIdle(() => void suggest().catch(() => undefined))
    return () => {
      cancel()
      abort.abort()
    }
  }, [])

  // A browser answers one question about passkeys at a time.
  const stop = () => suggesting.current?.abort()

  async function press() {
    stop()
    setUnused(false)
    const body = await loadPasskeys().then((module) => module.choosePasskey())
    if (body) await run(signInWithPasskey, { body })
    else setUnused(true)
  }

  return { isOffered, press, unused, stop }
}
