import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { useRead } from '../api/query.ts'

/**
 * Reads the user's own account. What it says decides what the user is offered; the role in the session does not, because
 * one account can commission and create.
 */
export function useOwnAccount() {
  return useRead(readAccount, {}, { staleTimeMs: 300_000 })
}

/** Returns whether the user offers something: they have a public page or an hourly service. */
export function useOffersServices(): boolean {
  return useOwnAccount().data?.offersServices ?? false
}
