import { useEffect } from 'react'
import { refreshToken } from '../lib/session/refresh-token.ts'
import { storedToken } from '../lib/session/session.ts'
import { buildSettings, tokenRefreshBufferSeconds } from '../lib/build-settings.ts'
import { expiresWithin } from '../lib/session/token.ts'

const checkIntervalMs = 30_000

/** Refreshes the token before it expires, if `tokenRefresh` is on; otherwise the next call that needs it does. */
export function useTokenRefreshTimer(): void {
  useEffect(() => {
    if (!buildSettings.tokenRefresh) return
    const timer = setInterval(() => {
      const token = storedToken()
      if (token !== undefined && expiresWithin(token, tokenRefreshBufferSeconds, Date.now())) void refreshToken(token)
    }, checkIntervalMs)
    return () => clearInterval(timer)
  }, [])
}
