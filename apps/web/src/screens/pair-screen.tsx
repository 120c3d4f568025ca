import { useSession } from '../lib/session.ts'
import { PairEnter } from '../features/accounts/pair-enter.tsx'
import { PairShow } from '../features/accounts/pair-show.tsx'

/** Signed out a device shows its code; signed in one lets a device in by it. With a code the guard asks to sign in first. */
export function PairScreen() {
  const { status } = useSession()
  return status === 'in' ? <PairEnter /> : <PairShow />
}
