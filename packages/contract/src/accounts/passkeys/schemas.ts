import { newPasskeyActions } from '@veranda/core/accounts/second-factor/second-factor.ts'
import { passkeyActions } from '@veranda/core/accounts/social/sign-in-methods.ts'
import * as z from 'zod/mini'
import { id, isoInstant, text } from '../../shared-schemas.ts'

/** Bytes in base64url, as WebAuthn writes them in JSON. */
const bytes = (maxLength: number) => z.string().check(z.maxLength(maxLength), z.regex(/^[\w-]+$/))
const transport = z.string().check(z.regex(/^[a-z-]{1,20}$/))

const credentialDescriptor = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()),
})

/** The options of `navigator.credentials.create`, in the JSON form of WebAuthn. */
export const newPasskeyOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('preferred'),
  }),
  excludeCredentials: z.array(credentialDescriptor),
})
export type NewPasskeyOptions = z.infer<typeof newPasskeyOptions>

/** The options of `navigator.credentials.get`. */
export const passkeyOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.enum(['preferred', 'required']),
  /** Empty where the authenticator chooses among all it has for this site. */
  allowCredentials: z.array(credentialDescriptor),
})
export type PasskeyOptions = z.infer<typeof passkeyOptions>

/** A passkey that an authenticator made. */
export const addPasskeyBody = z.strictObject({
  id: bytes(1_400),
  clientDataJSON: bytes(4_000),
  attestationObject: bytes(20_000),
  transports: z.array(transport).check(z.maxLength(10)),
})
export type AddPasskeyBody = z.infer<typeof addPasskeyBody>

/** A challenge that an authenticator signed. */
export const assertion = z.strictObject({
  id: bytes(1_400),
  clientDataJSON: bytes(4_000),
  authenticatorData: bytes(4_000),
  signature: bytes(8_000),
})
export type Assertion = z.infer<typeof assertion>

export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: isoInstant,
  lastUsedAt: z.nullable(isoInstant),
  /** Kept by a password manager or an account, and there on the user's other devices too. */
  backedUp: z.boolean(),
  /** Steps that the user may take now: `remove` only while they can still sign in without it. */
  actions: z.array(z.enum(passkeyActions)),
})
export type Passkey = z.infer<typeof passkey>

export const passkeyList = z.object({
  items: z.array(passkey),
  /** `add` while the user has fewer passkeys than an account can have. */
  actions: z.array(z.enum(newPasskeyActions)),
})
export type PasskeyList = z.infer<typeof passkeyList>

export const renamePasskeyBody = z.strictObject({ name: text(60) })
export type RenamePasskeyBody = z.infer<typeof renamePasskeyBody>
