import { readAccount } from '@veranda/contract/accounts/routes.ts'
import { useRead } from '../api/query.ts'

/**
 * Returns whether the user offers something: they have a public page or an hourly service. The role in the session does
 * not decide it, because one account can commission and create.
 */
export function useOffersServices(): boolean {
  return useRead(readAccount, {}, { staleTimeMs: 300_000 }).data?.isCreator ?? false
}
