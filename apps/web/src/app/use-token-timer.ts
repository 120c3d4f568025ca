import { useEffect } from 'react'
import { renew } from '../lib/renew.ts'
import { storedToken } from '../lib/session.ts'
import { settings, tokenBuffer } from '../lib/settings.ts'
import { endsWithin } from '../lib/token.ts'

/** How often the token's end is looked at, in milliseconds. */
const rhythm = 30_000

/** With the token refresh switched on, renews ahead of the end; off, the first call in need does. */
export function useTokenTimer(): void {
  useEffect(() => {
    if (!settings.tokenRefresh) return
    const timer = setInterval(() => {
      const token = storedToken()
      if (token !== undefined && endsWithin(token, tokenBuffer, Date.now())) void renew(token)
    }, rhythm)
    return () => clearInterval(timer)
  }, [])
}
