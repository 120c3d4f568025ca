import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { useEffect, useRef } from 'react'
import { useRead } from '../../lib/api/query.ts'
import { tokenRefresh, tokenRefreshBufferSeconds } from '../../lib/build-settings.ts'
import { setUserTimeZone } from '../../lib/i18n/format.ts'
import { useOpenPage } from '../../lib/realtime/open-pages.ts'
import { refreshToken } from '../../lib/session/refresh-token.ts'
import { saveUser, storedToken } from '../../lib/session/session.ts'
import { expiresWithin } from '../../lib/session/token.ts'
import { useRealtimeConnection } from '../use-realtime-connection.ts'

const tokenCheckIntervalMs = 30_000

/** Keeps the account, the token and the realtime connection of a signed-in user up to date while a page is open. */
export function useSignedInPage(address: string): void {
  useOpenPage(address)
  useAccountSync()
  useRealtimeConnection()
  useTokenRefreshTimer()
}

/** Moves focus to the start of the main area after navigation. */
export function useFocusOnNewScreen(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const previousPath = useRef(pathname)
  useEffect(() => {
    if (previousPath.current === pathname) return
    previousPath.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** Copies the account from the server into the session, name, avatar, role, time zone. */
function useAccountSync(): void {
  const { data } = useRead(readAccount, {}, { staleTimeMs: 300_000 })
  useEffect(() => {
    if (!data) return
    const { id, firstName, name, email, role, avatar, createdAt, lastLogin, authProvider } = data
    saveUser({ id, firstName, name, email, role, avatar, createdAt, lastLogin, authProvider })
    setUserTimeZone(data.timeZone)
  }, [data])
}

/** Refreshes the token before it expires, if the switch is on; otherwise the next call that needs it does. */
function useTokenRefreshTimer(): void {
  useEffect(() => {
    if (!tokenRefresh) return
    const timer = setInterval(() => {
      const token = storedToken()
      if (token !== undefined && expiresWithin(token, tokenRefreshBufferSeconds, Date.now())) void refreshToken(token)
    }, tokenCheckIntervalMs)
    return () => clearInterval(timer)
  }, [])
}
