import { type Assertion } from '@veranda/contract/accounts/passkeys/schemas.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { signInFailed } from '../sign-in/sign-in-failures.ts'
import { type ChallengeBinding, notHere, takeChallenge } from './passkey-challenge.ts'
import { lockPasskeyOfCredential, markPasskeyUsed, type StoredPasskey } from './passkey.repository.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'
import { loadWebAuthn } from './webauthn.ts'

type AssertionContext = { readonly tx: Tx; readonly deps: Deps; readonly request: RequestInfo }
type Given = ChallengeBinding & { readonly assertion: Assertion; readonly userId?: UserId }
type Verified = { readonly userId: UserId; readonly userVerified: boolean }

const refused = refuse('passkey.not-accepted', 'not-allowed')

/**
 * Verifies what a passkey signed for a challenge of this browser, and notes its use. With `userId` it has to be a
 * passkey of that user. Refuses passkey.not-here and passkey.not-accepted (not allowed), and passkey.expired (expired).
 */
export async function verifyAssertion(ctx: AssertionContext, given: Given): Promise<Result<Verified>> {
  const { tx, deps, request } = ctx
  const { assertion, userId } = given
  const party = relyingPartyOf(deps, request)
  if (!party) return notHere
  const challenge = await takeChallenge(ctx, given, assertion.clientDataJSON)
  if (challenge === undefined) return refuse('passkey.expired', 'expired')
  const passkey = await lockPasskeyOfCredential(tx, assertion.id)
  if (!passkey || (userId !== undefined && passkey.userId !== userId)) return refused
  const signed = await verifySignature(assertion, passkey, challenge, party)
  if (!signed) return refused
  if (isCounterBack(passkey.counter, signed.newCounter)) {
    // Two authenticators with one key: a copy of it was used.
    deps.failureLog.record({ action: signInFailed, reason: 'passkey-counter-back', userId: passkey.userId, request })
    return refused
  }
  const { newCounter: counter, credentialBackedUp: backedUp, userVerified } = signed
  await markPasskeyUsed(tx, passkey.id, { counter, backedUp, userVerified, at: deps.clock.now() })
  return ok({ userId: passkey.userId, userVerified })
}

async function verifySignature(
  { id, clientDataJSON, authenticatorData, signature }: Assertion,
  passkey: StoredPasskey,
  expectedChallenge: string,
  party: RelyingParty,
) {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      // The counter is compared afterwards, because one that goes back is recorded.
      credential: { id: passkey.credential_id, publicKey: Buffer.from(passkey.public_key, 'base64url'), counter: 0 },
    })
    return verified ? authenticationInfo : undefined
  } catch {
    // The library throws for every part that does not match.
    return undefined
  }
}

/** Authenticators that do not count say 0 each time. */
function isCounterBack(stored: number, next: number): boolean {
  return (stored > 0 || next > 0) && next <= stored
}
