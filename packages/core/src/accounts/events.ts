import { type UserId } from '../ids.ts'
import { type SocialProvider } from './social/social-provider.ts'

/** Every event of an account and its sessions, with its data. The subject is the user. */
export type AccountEvents = {
  'account.registered': { readonly userId: UserId; readonly role: 'client' | 'creator' }
  'account.changed': { readonly userId: UserId; readonly fields: readonly string[] }
  'account.password-changed': { readonly userId: UserId; readonly endedSessions: number }
  'account.identity-linked': { readonly userId: UserId; readonly provider: SocialProvider }
  'account.identity-unlinked': { readonly userId: UserId; readonly provider: SocialProvider }
  /** The account is erased at a time, unless its user keeps it. */
  'account.deletion-scheduled': { readonly userId: UserId }
  'account.deletion-cancelled': { readonly userId: UserId }
  /** To the address of a link that was pressed; also the first address of an account without one. */
  'account.email-changed': { readonly userId: UserId }
  /**
   * Back to a former address, which also ended every session. `stopsPayouts`: the bank account for payouts was changed
   * by someone who had the other address, or shortly before.
   */
  'account.email-restored': { readonly userId: UserId; readonly stopsPayouts: boolean }
  'account.signed-in': { readonly userId: UserId; readonly sessionId: string }
  /** A sign-in from a device that the account has not been used on before. */
  /** `device` names its browser and system, or is its User-Agent where they are not known; empty when it sent none. */
  'account.new-device': { readonly userId: UserId; readonly device: string }
  'account.signed-out': { readonly userId: UserId; readonly sessionId: string }
  /** Ended from another device, by a changed password or by an admin. */
  'account.session-ended': { readonly userId: UserId; readonly sessionId: string }
  /** A sign-in asks for codes of an authenticator app from now on, or no longer. */
  'account.totp-turned-on': { readonly userId: UserId; readonly endedSessions: number }
  'account.totp-turned-off': { readonly userId: UserId }
  'account.recovery-codes-replaced': { readonly userId: UserId }
  'account.recovery-code-used': { readonly userId: UserId; readonly left: number }
  'account.passkey-added': { readonly userId: UserId; readonly name: string }
  'account.passkey-removed': { readonly userId: UserId; readonly name: string }
  /** Payouts go to another bank account, with these last digits, from now on. */
  'account.payout-account-changed': { readonly userId: UserId; readonly last4: string }
  /** The user knows the bank account that payouts go to, so that they go on. */
  'account.payout-account-confirmed': { readonly userId: UserId }
  /** An admin suspended the user, who is signed out and cannot sign in. */
  'account.suspended': { readonly userId: UserId }
  /** An admin lifted the suspension, or its time has ended. */
  'account.suspension-lifted': { readonly userId: UserId }
  /** A copy of the user's data was asked for, finished, given up or deleted. */
  'account.data-export-changed': { readonly userId: UserId }
  /** The user's calendar feed has its first address, or another one. */
  'account.calendar-feed-changed': { readonly userId: UserId }
}

export type AccountEventType = keyof AccountEvents
export type AccountEvent<T extends AccountEventType = AccountEventType> = {
  [K in T]: { readonly type: K; readonly data: AccountEvents[K] }
}[T]
