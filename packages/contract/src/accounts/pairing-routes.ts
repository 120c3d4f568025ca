import { route } from '../route.ts'
import type { IdParams } from '../shapes.ts'
import type { ApprovePairingBody, FindPairingBody, FoundPairing, Pairing, PairingCode } from './pairing-schemas.ts'
import type { Session } from './schemas.ts'
import type { Done } from '../shapes.ts'

/** On the device that wants to be signed in: a code to be entered elsewhere. It is bound to this browser's own cookie. */
export const startPairing = route<{ reply: PairingCode }>('POST', '/accounts/pairings')
/** How far the pairing of this browser has come. */
export const readPairing = route<{ reply: Pairing }>('GET', '/accounts/pairings/mine')
/** Takes the session that somebody approved; once. */
export const finishPairing = route<{ reply: Session }>('POST', '/accounts/pairings/mine/finish')
/** On a device that is signed in: what stands behind a code. */
export const findPairing = route<{ body: FindPairingBody; reply: FoundPairing }>('POST', '/accounts/pairings/find')
/** Lets that device in as oneself, with the number that it shows. A wrong number ends the pairing. */
export const approvePairing = route<{ params: IdParams; body: ApprovePairingBody; reply: Done }>(
  'POST',
  '/accounts/pairings/:id/approve',
)
