import {
  type AddPasskeyBody,
  type Assertion,
  type NewPasskeyOptions,
  type PasskeyOptions,
} from '@veranda/contract/accounts/passkeys/schemas.ts'

/** Why passkeys cannot be used here: the address has no name, or the browser lacks what they need. */
export type PasskeyObstacle = 'address' | 'browser'

/** Returns what keeps passkeys from being used here; undefined where they can be. */
export function findPasskeyObstacle(): PasskeyObstacle | undefined {
  if (!/[a-z]/i.test(location.hostname.replace(/^\[.*\]$/, ''))) return 'address'
  const isSupported =
    globalThis.isSecureContext &&
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  return isSupported ? undefined : 'browser'
}

/** Lets the user make a passkey. Returns undefined when they do not, or the browser does not let them. */
export async function createPasskey(options: NewPasskeyOptions): Promise<AddPasskeyBody | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey }).catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) return undefined
  const { response } = credential
  if (!(response instanceof AuthenticatorAttestationResponse)) return undefined
  return {
    id: credential.id,
    clientDataJSON: toBase64Url(response.clientDataJSON),
    attestationObject: toBase64Url(response.attestationObject),
    transports: response.getTransports(),
  }
}

type Asking = { readonly signal?: AbortSignal; readonly suggested?: boolean }

/**
 * Lets the user sign a challenge with a passkey: in a dialog of the browser, or where they are suggested in the fields of
 * a form. Returns undefined when they do not.
 */
export async function signWithPasskey(options: PasskeyOptions, asking: Asking = {}): Promise<Assertion | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const request = {
    publicKey,
    ...(asking.signal && { signal: asking.signal }),
    ...(asking.suggested && { mediation: 'conditional' as const }),
  }
  const credential = await navigator.credentials.get(request).catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) return undefined
  const { response } = credential
  if (!(response instanceof AuthenticatorAssertionResponse)) return undefined
  return {
    id: credential.id,
    clientDataJSON: toBase64Url(response.clientDataJSON),
    authenticatorData: toBase64Url(response.authenticatorData),
    signature: toBase64Url(response.signature),
  }
}

function toBase64Url(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
