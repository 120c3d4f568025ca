import { readAccount } from '@veranda/contract/accounts/routes.ts'
import { useEffect } from 'react'
import { setUserTimeZone } from '../lib/format.ts'
import { useRead } from '../lib/api/query.ts'
import { saveUser } from '../lib/session/session.ts'

/** Copies the account from the server into the session: name, avatar, role, time zone. */
export function useAccountSync(): void {
  const { data } = useRead(readAccount, {}, { staleTimeMs: 300_000 })
  useEffect(() => {
    if (!data) return
    const { id, firstName, name, email, role, avatar, createdAt, lastLogin, authProvider } = data
    saveUser({ id, firstName, name, email, role, avatar, createdAt, lastLogin, authProvider })
    setUserTimeZone(data.timeZone)
  }, [data])
}
