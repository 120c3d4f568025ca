import { route } from '../../route.ts'
import { type Done, type IdParams } from '../../shared-schemas.ts'
import { type Session } from '../sessions/schemas.ts'
import {
  type ApprovePairingBody,
  type FindPairingBody,
  type FoundPairing,
  type Pairing,
  type PairingCode,
} from './schemas.ts'

/** Starts a pairing on the device to sign in: returns a code to enter elsewhere, bound to this browser's own cookie. */
export const startPairing = route<{ reply: PairingCode }>('POST', '/accounts/pairings')
/** Returns the state of this browser's pairing. */
export const readPairing = route<{ reply: Pairing }>('GET', '/accounts/pairings/mine')
/** Opens the approved session, once. */
export const finishPairing = route<{ reply: Session }>('POST', '/accounts/pairings/mine/finish')
/** Returns the device behind a code, on a device that is signed in. */
export const findPairing = route<{ body: FindPairingBody; reply: FoundPairing }>('POST', '/accounts/pairings/find')
/** Approves that device with the number that it shows, after a step-up. A wrong number ends the pairing. */
export const approvePairing = route<{ params: IdParams; body: ApprovePairingBody; reply: Done }>(
  'POST',
  '/accounts/pairings/:id/approve',
)
