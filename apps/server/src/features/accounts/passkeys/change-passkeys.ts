import {
  type AddPasskeyBody,
  type NewPasskeyOptions,
  type Passkey,
  type PasskeyList,
} from '@veranda/contract/accounts/passkeys/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { parseUserAgent } from '@veranda/core/accounts/sessions/device-name.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import {
  maxPasskeys,
  newPasskeyActionsFor,
  passkeyChallengeLifetimeMs,
} from '@veranda/core/accounts/second-factor/second-factor.ts'
import { canRemovePasskey } from '@veranda/core/accounts/social/sign-in-methods.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { t } from '../../../platform/i18n.ts'
import { readSignInMethods } from '../social/identity.repository.ts'
import { requireStepUp } from '../step-up/require-step-up.ts'
import { findOpenUser, lockUser } from '../user.repository.ts'
import { createChallenge, notHere, takeChallenge } from './passkey-challenge.ts'
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  listPasskeyRows,
  toPasskeyDto,
  updatePasskeyName,
} from './passkey.repository.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'
import { loadWebAuthn } from './webauthn.ts'

type PasskeyContext = CommandContext & { readonly request: RequestInfo }

const productName = 'Veranda'
/** EdDSA, ES256 and RS256, by their numbers in COSE, the preferred one first. */
const algorithms = [-8, -7, -257]
const notFound = refuse('passkey.not-found', 'not-found')
const tooMany = refuse('passkey.too-many', 'conflict', { detail: { max: maxPasskeys } })

/** Returns the caller's passkeys. */
export async function listPasskeys(ctx: CommandContext): Promise<PasskeyList> {
  const { tx, actor } = ctx
  const signInMethods = await readSignInMethods(ctx, actor.id)
  const items = (await listPasskeyRows(tx, actor.id)).map((row) => toPasskeyDto(row, signInMethods))
  return { items, actions: newPasskeyActionsFor(items.length) }
}

/** Returns what an authenticator needs to make a passkey for the caller, after a step-up. */
export async function startPasskey(ctx: PasskeyContext): Promise<Result<NewPasskeyOptions>> {
  const { tx, actor, deps, request } = ctx
  const party = relyingPartyOf(deps, request)
  if (!party) return notHere
  const confirmed = await requireStepUp(ctx, 'second-factor')
  if (!confirmed.ok) return confirmed
  const user = await findOpenUser(tx, actor.id)
  const rows = await listPasskeyRows(tx, actor.id)
  if (!user) return notFound
  if (!newPasskeyActionsFor(rows.length).includes('add')) return tooMany
  const boundTo = request.cookieToken ?? ''
  return ok({
    challenge: await createChallenge(ctx, { purpose: 'add', boundTo }),
    rp: { id: party.id, name: productName },
    user: {
      id: Buffer.from(actor.id).toString('base64url'),
      name: user.email ?? user.name,
      displayName: user.name,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: passkeyChallengeLifetimeMs,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'preferred',
    },
    excludeCredentials: rows.map((row) => ({
      type: 'public-key' as const,
      id: row.credential_id,
      transports: [...row.transports],
    })),
  })
}

/**
 * Adds the passkey that an authenticator made, with the device's name until the user gives it another. Refuses
 * passkey.not-accepted, passkey.expired and passkey.too-many.
 */
export async function addPasskey(ctx: PasskeyContext, body: AddPasskeyBody): Promise<Result<Passkey>> {
  const { tx, actor, deps, request } = ctx
  const party = relyingPartyOf(deps, request)
  if (!party) return notHere
  // Locked, so that several calls at once do not add more than a user can have.
  await lockUser(tx, actor.id)
  const confirmed = await requireStepUp(ctx, 'second-factor')
  if (!confirmed.ok) return confirmed
  const boundTo = request.cookieToken ?? ''
  const challenge = await takeChallenge(ctx, { purpose: 'add', boundTo }, body.clientDataJSON)
  if (challenge === undefined) return refuse('passkey.expired', 'expired')
  if (!newPasskeyActionsFor(await countPasskeys(tx, actor.id)).includes('add')) return tooMany
  const made = await verifyAttestation(body, challenge, party)
  const now = deps.clock.now()
  const at = new Date(now)
  const row = made && {
    id: deps.ids.next(),
    user_id: actor.id,
    credential_id: made.credential.id,
    public_key: Buffer.from(made.credential.publicKey).toString('base64url'),
    counter: made.credential.counter,
    transports: body.transports,
    backed_up: made.credentialBackedUp,
    verifies_user: made.userVerified,
    name: deviceName(request),
    created_at: at,
    last_used_at: null,
  }
  if (!row || !(await insertPasskey(tx, row))) return refuse('passkey.not-accepted', 'not-allowed')
  await recordChange(ctx, { type: 'account.passkey-added', data: { userId: actor.id, name: row.name } })
  return ok(toPasskeyDto({ ...row, created_at: now }, await readSignInMethods(ctx, actor.id)))
}

/** Gives a passkey of the caller another name. */
export async function renamePasskey(ctx: CommandContext, id: string, name: string): Promise<Result<Passkey>> {
  const { tx, actor } = ctx
  const row = await updatePasskeyName(tx, actor.id, id, name)
  return row ? ok(toPasskeyDto(row, await readSignInMethods(ctx, actor.id))) : notFound
}

/**
 * Removes a passkey of the caller, after a step-up. The authenticator keeps its half, which then opens nothing. Refuses
 * passkey.last-sign-in-method (conflict) when the user could not sign in any more.
 */
export async function removePasskey(ctx: PasskeyContext, id: string): Promise<Result<Done>> {
  const { tx, actor } = ctx
  // Locked, so that two calls do not remove two passkeys of which one has to stay.
  await lockUser(tx, actor.id)
  if (!(await listPasskeyRows(tx, actor.id)).some((row) => row.id === id)) return notFound
  const confirmed = await requireStepUp(ctx, 'second-factor')
  if (!confirmed.ok) return confirmed
  if (!canRemovePasskey(id, await readSignInMethods(ctx, actor.id)))
    return refuse('passkey.last-sign-in-method', 'conflict')
  const name = await deletePasskey(tx, actor.id, id)
  if (name === undefined) return notFound
  await recordChange(ctx, { type: 'account.passkey-removed', data: { userId: actor.id, name } })
  return ok({ done: true })
}

async function recordChange(
  { tx, actor, deps, request }: PasskeyContext,
  event: AccountEvent<'account.passkey-added' | 'account.passkey-removed'>,
): Promise<void> {
  const at = deps.clock.now()
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: actor.id }, actor: actor.id, at })
  const data = { name: event.data.name }
  await recordAudit(tx, { action: event.type, userId: actor.id, actorId: actor.id, at, request, data })
}

async function verifyAttestation(
  { id, clientDataJSON, attestationObject }: AddPasskeyBody,
  expectedChallenge: string,
  party: RelyingParty,
) {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    return verified ? registrationInfo : undefined
  } catch {
    // The library throws for every part that does not match.
    return undefined
  }
}

function deviceName({ userAgent, language }: RequestInfo): string {
  const device = parseUserAgent(userAgent)
  return device
    ? t('accounts/settings', 'device.on', device, language)
    : t('accounts/settings', 'passkey.unnamed', {}, language)
}
