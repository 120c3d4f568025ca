import { renewToken } from '@veranda/contract/accounts/sessions/routes.ts'
import { type AccessToken } from '@veranda/contract/accounts/sessions/schemas.ts'
import { send } from '../api/send.ts'
import { clearSession, pendingSignOut, saveToken, storedToken } from './session.ts'
import { tokenRefreshBufferSeconds } from '../build-settings.ts'
import { expiresWithin } from './token.ts'

export type RefreshResult =
  | { outcome: 'renewed'; token: string }
  /** The server no longer knows the session: signed out in all tabs. */
  | { outcome: 'refused' }
  /** No response; the stored token stays. */
  | { outcome: 'unreachable' }

let pendingRefresh: Promise<RefreshResult> | undefined

/**
 * Requests a new token with the session cookie, once for all tabs: a tab that waits for the lock takes the token
 * another tab has stored. `stale` is the token that was rejected or is about to expire.
 */
export function refreshToken(stale: string | undefined): Promise<RefreshResult> {
  pendingRefresh ??= withLock(() => requestToken(stale)).finally(() => (pendingRefresh = undefined))
  return pendingRefresh
}

async function requestToken(stale: string | undefined): Promise<RefreshResult> {
  const stored = storedToken()
  if (stored !== undefined && stored !== stale && !expiresWithin(stored, tokenRefreshBufferSeconds, Date.now())) {
    return { outcome: 'renewed', token: stored }
  }
  if (stale !== undefined && stored === undefined) return { outcome: 'refused' }
  const response = await send(renewToken, {}, {}, undefined)
  if (response?.status === 401) {
    clearSession('ended')
    return { outcome: 'refused' }
  }
  if (!response?.ok) return { outcome: 'unreachable' }
  // Signed out meanwhile, without a reply.
  if (pendingSignOut() !== null) return { outcome: 'refused' }
  // The reply of this route in the contract.
  const { token } = (await response.json()) as AccessToken
  saveToken(token)
  return { outcome: 'renewed', token }
}

function withLock<T>(task: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task()
  return navigator.locks.request('veranda-token-refresh', task)
}
