import { renewToken } from '@veranda/contract/accounts/routes.ts'
import { type Token } from '@veranda/contract/accounts/schemas.ts'
import { addressOf } from './address.ts'
import { forgetSession, keepToken, storedToken } from './session.ts'
import { tokenBuffer } from './settings.ts'
import { endsWithin } from './token.ts'

export type Renewal =
  | { outcome: 'renewed'; token: string }
  /** The server no longer knows the session: signed out in all tabs. */
  | { outcome: 'refused' }
  /** Nobody answered; what is stored stays. */
  | { outcome: 'unreachable' }

let running: Promise<Renewal> | undefined

/**
 * Asks for a new token by the session's cookie, once for all tabs: whoever waits for the lock takes the token that
 * another tab has just stored. `stale` is the token that would not do.
 */
export function renew(stale: string | undefined): Promise<Renewal> {
  running ??= withLock(() => renewNow(stale)).finally(() => (running = undefined))
  return running
}

async function renewNow(stale: string | undefined): Promise<Renewal> {
  const stored = storedToken()
  if (stored !== undefined && stored !== stale && !endsWithin(stored, tokenBuffer, Date.now())) {
    return { outcome: 'renewed', token: stored }
  }
  if (stale !== undefined && stored === undefined) return { outcome: 'refused' }
  let response: Response
  try {
    response = await fetch(addressOf(renewToken), { method: 'POST', credentials: 'include' })
  } catch {
    return { outcome: 'unreachable' }
  }
  if (response.status === 401) {
    forgetSession('ended')
    return { outcome: 'refused' }
  }
  if (!response.ok) return { outcome: 'unreachable' }
  // The contract's reply of this route.
  const { token } = (await response.json()) as Token
  keepToken(token)
  return { outcome: 'renewed', token }
}

function withLock<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work()
  return navigator.locks.request('veranda-renew', work)
}
