/** What happens to accounts and sessions, as the log tells it. The subject is the person. */
export type AccountEvent =
  | { readonly type: 'account.registered'; readonly data: { readonly role: 'client' | 'creator' } }
  | { readonly type: 'account.signed-in'; readonly data: { readonly sessionId: string } }
  | { readonly type: 'account.signed-out'; readonly data: { readonly sessionId: string } }
  | { readonly type: 'account.session-ended'; readonly data: { readonly sessionId: string } }
  | { readonly type: 'account.password-changed'; readonly data: { readonly endedSessions: number } }
  | { readonly type: 'account.changed'; readonly data: { readonly fields: readonly string[] } }
