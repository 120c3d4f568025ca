import { type Session } from '@veranda/contract/accounts/sessions/schemas.ts'
import { type User } from '@veranda/contract/accounts/schemas.ts'
import { deviceStorage } from '../device/device-storage.ts'
import { createStore, useStore } from '../store.ts'
import { readClaims } from './token.ts'
import { deleteDatabasesOf } from './user-databases.ts'

const tokenKey = 'auth_token'
const legacyTokenKey = 'veranda_token'
const userKey = 'user_data'
/** There from a sign-out without a reply until the server has confirmed it: the id of its session, or 1 without one. */
const pendingSignOutKey = 'pending_sign_out'
/** Keys kept on sign-out: settings of the device, not of the user. */
const lastingKeys: readonly string[] = ['theme', 'language', 'notifications', pendingSignOutKey]

/** Dispatched at the window when a sign-in begins, in this tab or another. */
export const signInStart = 'veranda-sign-in'

/** none: never signed in. left: the user signed out. ended: the server no longer knows the session. */
export type SignedOutReason = 'none' | 'left' | 'ended'

export type SessionState =
  /** No token is stored; the cookie's session is being checked. */
  | { status: 'unknown'; user: null }
  | { status: 'in'; user: User | null }
  | { status: 'out'; user: null; reason: SignedOutReason }

const sessionState = createStore<SessionState>(restoreSession())
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('veranda-session')

/** The user is signing out, in this tab or another. */
let signingOut = false

channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'leaving') signingOut = true
  else if (data === signInStart) dispatchEvent(new Event(signInStart))
  else {
    if (data === 'in') signingOut = false
    // Removes what the other tab could not.
    else if (data !== 'user') deviceStorage.forgetKept(lastingKeys)
    // A tab whose storage cannot be read has no token, and asks for the session of the cookie.
    const reason = data === 'left' || data === 'none' ? data : endReason()
    sessionState.set(restoreSession(data === 'in' ? undefined : reason))
  }
})
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === tokenKey || event.key === userKey || event.key === null)
    sessionState.set(restoreSession(endReason()))
})

// The page was closed before its sign-out got a reply.
if (sessionState.get().status === 'in' && awaitsSignOut({ token: storedToken() ?? '' })) clearSession('left')

export const sessionStore = sessionState

export function useSession(): SessionState {
  return useStore(sessionState)
}

/** Returns the stored token if it is well-formed; removes anything else and returns undefined. */
export function storedToken(): string | undefined {
  adoptLegacyToken()
  const token = deviceStorage.get(tokenKey)
  if (token === null) return undefined
  if (readClaims(token)) return token
  deviceStorage.remove(tokenKey)
  return undefined
}

/** Saves the session of a user who signed in, in this tab and all others. */
export function saveSession(session: Session): void {
  deviceStorage.set(tokenKey, session.token)
  deviceStorage.set(userKey, JSON.stringify(session.user))
  signingOut = false
  forgetPendingSignOut()
  sessionState.set({ status: 'in', user: session.user })
  channel?.postMessage('in')
}

/** Saves a refreshed token of the same session. */
export function saveToken(token: string): void {
  deviceStorage.set(tokenKey, token)
}

/** Saves changed user data: name, avatar, e-mail. */
export function saveUser(user: User): void {
  deviceStorage.set(userKey, JSON.stringify(user))
  sessionState.set({ status: 'in', user })
  channel?.postMessage('user')
}

/** Stops what finishes an earlier sign-out, whose late reply would delete the cookie of the session that begins. */
export function beginSignIn(): void {
  dispatchEvent(new Event(signInStart))
  channel?.postMessage(signInStart)
}

/**
 * Notes in all tabs that the user is signing out of a session, because each socket learns that before the reply arrives,
 * and for a page that is loaded before it does.
 */
export function beginSignOut(sid: string | undefined): void {
  signingOut = true
  rememberPendingSignOut(sid)
  channel?.postMessage('leaving')
}

/** Remembers a sign-out without a reply: the cookie of its session signs nobody in until the server has ended it. */
export function rememberPendingSignOut(sid = '1'): void {
  deviceStorage.set(pendingSignOutKey, sid)
}

export function forgetPendingSignOut(): void {
  deviceStorage.remove(pendingSignOutKey)
}

/** Returns the id of the session whose sign-out got no reply, or 1 if it is not known; null without such a sign-out. */
export function pendingSignOut(): string | null {
  return deviceStorage.get(pendingSignOutKey)
}

/** Returns whether a sign-out of this session, or of an unknown one, still has no reply. */
export function awaitsSignOut({ token }: Pick<Session, 'token'>): boolean {
  const sid = pendingSignOut()
  return sid !== null && ['1', readClaims(token)?.sid].includes(sid)
}

/**
 * Signs out in this tab and all others. Keeps device settings and clears everything else. What the user has begun and not
 * sent outlives a session that ended by itself. Other users do not see it, because its keys and databases have the user's id.
 */
export function clearSession(reason: SignedOutReason): void {
  const userId = sessionState.get().user?.id ?? readClaims(deviceStorage.get(tokenKey) ?? '')?.sub
  const outcome = signingOut ? 'left' : reason
  const stays = (key: string) =>
    lastingKeys.includes(key) || (outcome !== 'left' && /^(?:draft|unqueued)[ .]/.test(key))
  for (const key of deviceStorage.keys()) if (!stays(key)) deviceStorage.remove(key)
  sessionState.set({ status: 'out', user: null, reason: outcome })
  channel?.postMessage(outcome)
  if (outcome !== 'left') return
  // A browser without databases has nothing to clear. What others have not sent stays for them.
  if (userId !== undefined) void deleteDatabasesOf(userId).catch(() => undefined)
  void unsubscribeFromPush().catch(() => undefined)
}

/**
 * Ends the browser's own subscription, so that what is pushed to a user who has left is not shown here. Fails in a browser
 * without push, which has none.
 */
async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Without a token the session is over for this reason; at the start of the page it is unknown. */
function restoreSession(reason?: SignedOutReason): SessionState {
  if (storedToken() !== undefined) return { status: 'in', user: storedUser() }
  return reason ? { status: 'out', user: null, reason } : { status: 'unknown', user: null }
}

/** Returns why a session ended that another tab has removed. */
function endReason(): SignedOutReason {
  return signingOut ? 'left' : 'ended'
}

function storedUser(): User | null {
  try {
    // Written only by saveSession and saveUser; shown in the top bar and replaced by the server's reply. What is no
    // object throws.
    const read = JSON.parse(deviceStorage.get(userKey) ?? 'null') as User
    return 'id' in read && 'email' in read ? read : null
  } catch {
    return null
  }
}

/** Empties the legacy key; its token is used where there is no other. */
function adoptLegacyToken(): void {
  const legacy = deviceStorage.get(legacyTokenKey)
  if (legacy === null) return
  deviceStorage.remove(legacyTokenKey)
  if (deviceStorage.get(tokenKey) === null) deviceStorage.set(tokenKey, legacy)
}
