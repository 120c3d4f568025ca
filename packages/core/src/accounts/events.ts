import { type PersonId } from '../ids.ts'

/** What happens to an account and its sessions, with the data of each. The subject is the person. */
export type AccountEvents = {
  'account.registered': { readonly personId: PersonId; readonly role: 'client' | 'creator' }
  'account.changed': { readonly personId: PersonId; readonly fields: readonly string[] }
  'account.password-changed': { readonly personId: PersonId; readonly endedSessions: number }
  'account.signed-in': { readonly personId: PersonId; readonly sessionId: string }
  /** A sign-in from a device that the account has not been used on. */
  'account.new-device': { readonly personId: PersonId; readonly device: string }
  'account.signed-out': { readonly personId: PersonId; readonly sessionId: string }
  /** Ended from another device, by a changed password or by an operator. */
  'account.session-ended': { readonly personId: PersonId; readonly sessionId: string }
}

export type AccountEventType = keyof AccountEvents
export type AccountEvent<T extends AccountEventType = AccountEventType> = {
  [K in T]: { readonly type: K; readonly data: AccountEvents[K] }
}[T]
