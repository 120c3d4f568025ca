import { route } from '../../route.ts'
import type { Done, IdParams } from '../../shared-schemas.ts'
import type { SignInReply } from '../sign-in/schemas.ts'
import type {
  AddPasskeyBody,
  Assertion,
  NewPasskeyOptions,
  Passkey,
  PasskeyList,
  PasskeyOptions,
  RenamePasskeyBody,
} from './schemas.ts'

export const listPasskeys = route<{ reply: PasskeyList }>('GET', '/accounts/passkeys')
/** Begins to add a passkey. The challenge is for this session, for five minutes, once. */
export const startPasskey = route<{ reply: NewPasskeyOptions }>('POST', '/accounts/passkeys/options')
export const addPasskey = route<{ body: AddPasskeyBody; reply: Passkey }>('POST', '/accounts/passkeys')
export const renamePasskey = route<{ params: IdParams; body: RenamePasskeyBody; reply: Passkey }>(
  'PATCH',
  '/accounts/passkeys/:id',
)
export const removePasskey = route<{ params: IdParams; reply: Done }>('DELETE', '/accounts/passkeys/:id')
/** Begins a sign-in by a passkey, of any user: the reply says nothing about any account. */
export const startPasskeySignIn = route<{ reply: PasskeyOptions }>('POST', '/accounts/passkey/options')
/** Signs in by a passkey; one that checked who used it counts as both factors. */
export const signInWithPasskey = route<{ body: Assertion; reply: SignInReply }>('POST', '/accounts/passkey')
