import { type Session, type User } from '@veranda/contract/accounts/schemas.ts'
import { forgetKeptFiles } from './kept-files.ts'
import { createStore, useStore } from './store.ts'
import { readClaims } from './token.ts'

const tokenKey = 'auth_token'
const legacyTokenKey = 'veranda_token'
const userKey = 'user_data'
/** What stays in this browser when somebody signs out: settings of the device, not of the person. */
const keptKeys: readonly string[] = ['theme', 'language', 'notifications']

/** none: nobody was signed in. left: somebody signed out. ended: the server no longer knows the session. */
export type WhyOut = 'none' | 'left' | 'ended'

export type SessionState =
  /** There is no stored token; whether the cookie still stands for somebody is being asked. */
  { status: 'unknown'; user: null } | { status: 'in'; user: User | null } | { status: 'out'; user: null; why: WhyOut }

const state = createStore<SessionState>(restore())
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('veranda-session')

channel?.addEventListener('message', () => state.set(restore('out')))
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === tokenKey || event.key === userKey || event.key === null) state.set(restore('out'))
})

export const sessionStore = state

export function useSession(): SessionState {
  return useStore(state)
}

/** The stored token, if it can be read; anything else is removed and counts as none. */
export function storedToken(): string | undefined {
  const token = localStorage.getItem(tokenKey) ?? adoptLegacy()
  if (token === null) return undefined
  if (readClaims(token)) return token
  localStorage.removeItem(tokenKey)
  return undefined
}

/** Somebody has signed in: in this tab and in all others. */
export function keepSession(session: Session): void {
  localStorage.setItem(tokenKey, session.token)
  localStorage.setItem(userKey, JSON.stringify(session.user))
  state.set({ status: 'in', user: session.user })
  channel?.postMessage('in')
}

/** A renewed token of the same session. */
export function keepToken(token: string): void {
  localStorage.setItem(tokenKey, token)
}

/** The name, avatar or e-mail changed. */
export function keepUser(user: User): void {
  localStorage.setItem(userKey, JSON.stringify(user))
  state.set({ status: 'in', user })
  channel?.postMessage('user')
}

/** Signed out: in this tab and in all others. Settings of the device stay, everything else goes. */
export function forgetSession(why: WhyOut): void {
  for (const key of Object.keys(localStorage)) if (!keptKeys.includes(key)) localStorage.removeItem(key)
  // A browser without a place for files has none to forget.
  void forgetKeptFiles().catch(() => undefined)
  state.set({ status: 'out', user: null, why })
  channel?.postMessage('out')
}

function restore(without: 'unknown' | 'out' = 'unknown'): SessionState {
  if (storedToken() !== undefined) return { status: 'in', user: storedUser() }
  return without === 'out' ? { status: 'out', user: null, why: 'left' } : { status: 'unknown', user: null }
}

function storedUser(): User | null {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(userKey) ?? 'null')
    const looksRight = typeof read === 'object' && read !== null && 'id' in read && 'email' in read
    // Written by keepSession alone; shown in the bar and replaced by the server's answer.
    return looksRight ? (read as User) : null
  } catch {
    return null
  }
}

function adoptLegacy(): string | null {
  const legacy = localStorage.getItem(legacyTokenKey)
  if (legacy === null) return null
  localStorage.removeItem(legacyTokenKey)
  if (!readClaims(legacy)) return null
  localStorage.setItem(tokenKey, legacy)
  return legacy
}
