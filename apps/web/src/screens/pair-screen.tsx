import { useSession } from '../lib/session/session.ts'
import { ApprovePairing } from '../features/accounts/pairing/approve-pairing.tsx'
import { ShowPairingCode } from '../features/accounts/pairing/show-pairing-code.tsx'

/**
 * Shows the device's code when signed out, and the approval form when signed in. With a code in the URL the guard asks
 * to sign in first.
 */
export function PairScreen() {
  const { status } = useSession()
  return status === 'in' ? <ApprovePairing /> : <ShowPairingCode />
}
