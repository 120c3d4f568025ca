import { type Session, type User } from '@veranda/contract/accounts/schemas.ts'
import { deleteUploadDbs } from '../uploads/upload-db.ts'
import { createStore, useStore } from '../store.ts'
import { readClaims } from './token.ts'

const tokenKey = 'auth_token'
const legacyTokenKey = 'veranda_token'
const userKey = 'user_data'
/** Keys kept on sign-out: settings of the device, not of the user. */
const deviceSettingKeys: readonly string[] = ['theme', 'language', 'notifications']

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
  if (data === 'leaving' || data === 'staying') signingOut = data === 'leaving'
  else sessionState.set(restoreSession('out'))
})
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === tokenKey || event.key === userKey || event.key === null) sessionState.set(restoreSession('out'))
})

export const sessionStore = sessionState

export function useSession(): SessionState {
  return useStore(sessionState)
}

/** Returns the stored token if it is well-formed; removes anything else and returns undefined. */
export function storedToken(): string | undefined {
  const token = localStorage.getItem(tokenKey) ?? adoptLegacyToken()
  if (token === null) return undefined
  if (readClaims(token)) return token
  localStorage.removeItem(tokenKey)
  return undefined
}

/** Saves the session of a user who signed in, in this tab and all others. */
export function saveSession(session: Session): void {
  localStorage.setItem(tokenKey, session.token)
  localStorage.setItem(userKey, JSON.stringify(session.user))
  signingOut = false
  sessionState.set({ status: 'in', user: session.user })
  channel?.postMessage('in')
}

/** Saves a refreshed token of the same session. */
export function saveToken(token: string): void {
  localStorage.setItem(tokenKey, token)
}

/** Saves changed user data: name, avatar, e-mail. */
export function saveUser(user: User): void {
  localStorage.setItem(userKey, JSON.stringify(user))
  sessionState.set({ status: 'in', user })
  channel?.postMessage('user')
}

/**
 * Notes in all tabs that the user is signing out, because each socket learns that the session has ended before the
 * reply arrives. Returns how to take it back if the sign-out fails.
 */
export function beginSignOut(): () => void {
  signingOut = true
  channel?.postMessage('leaving')
  return () => {
    signingOut = false
    channel?.postMessage('staying')
  }
}

/** Signs out in this tab and all others. Keeps device settings and clears everything else. */
export function clearSession(reason: SignedOutReason): void {
  for (const key of Object.keys(localStorage)) if (!deviceSettingKeys.includes(key)) localStorage.removeItem(key)
  // A browser without file storage has nothing to clear.
  void deleteUploadDbs().catch(() => undefined)
  sessionState.set({ status: 'out', user: null, reason: signingOut ? 'left' : reason })
  channel?.postMessage('out')
}

function restoreSession(whenNoToken: 'unknown' | 'out' = 'unknown'): SessionState {
  if (storedToken() !== undefined) return { status: 'in', user: storedUser() }
  return whenNoToken === 'out' ? { status: 'out', user: null, reason: 'left' } : { status: 'unknown', user: null }
}

function storedUser(): User | null {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(userKey) ?? 'null')
    const looksRight = typeof read === 'object' && read !== null && 'id' in read && 'email' in read
    // Written only by saveSession and saveUser; shown in the top bar and replaced by the server's reply.
    return looksRight ? (read as User) : null
  } catch {
    return null
  }
}

function adoptLegacyToken(): string | null {
  const legacy = localStorage.getItem(legacyTokenKey)
  if (legacy === null) return null
  localStorage.removeItem(legacyTokenKey)
  if (!readClaims(legacy)) return null
  localStorage.setItem(tokenKey, legacy)
  return legacy
}
