import { parseReturnPath } from '@veranda/core/accounts/sign-in/return-path.ts'

/**
 * Returns the place to go to after signing in: the one that the route guard remembered in the history, or the one in the
 * address, by which it comes back from a provider.
 */
export function returnPathFrom({ state, search }: { state: unknown; search: string }): string | undefined {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return parseReturnPath(typeof from === 'string' ? from : new URLSearchParams(search).get('to'))
}
