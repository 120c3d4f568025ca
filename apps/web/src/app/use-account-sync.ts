import { readAccount } from '@veranda/contract/accounts/routes.ts'
import { useEffect } from 'react'
import { keepZone } from '../lib/format.ts'
import { useRead } from '../lib/query.ts'
import { keepUser } from '../lib/session.ts'

/** Takes over what the server knows of the person signed in: name, avatar, role, zone. */
export function useAccountSync(): void {
  const { data } = useRead(readAccount, {}, { fresh: 300_000 })
  useEffect(() => {
    if (!data) return
    const { id, firstName, name, email, role, avatar, createdAt, lastLogin, authProvider } = data
    keepUser({ id, firstName, name, email, role, avatar, createdAt, lastLogin, authProvider })
    keepZone(data.timeZone)
  }, [data])
}
