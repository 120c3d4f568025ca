import { type Route } from '@veranda/contract/route.ts'
import { invalidateKey, queryKeyOf } from './query.ts'

/**
 * Reads that an event makes stale: all of a route, those with these path parameters, or those that show an older
 * version.
 */
export type StaleReads = Route | SelectedReads
type SelectedReads = {
  readonly route: Route
  readonly params?: Readonly<Record<string, string>>
  readonly version?: number
}

const pendingInvalidations = new Map<string, { queryKey: readonly unknown[]; version: number }>()
const eventBurstMs = 25

/**
 * Invalidates reads after an event and fetches visible ones again. One change of the server often causes several events
 * within milliseconds, which fetch once.
 */
export function invalidateOnEvent(...reads: readonly StaleReads[]): void {
  if (pendingInvalidations.size === 0) setTimeout(flushInvalidations, eventBurstMs)
  for (const read of reads) {
    const { route, params, version = Infinity }: SelectedReads = 'route' in read ? read : { route: read }
    const queryKey = params ? [route.path, params] : queryKeyOf(route)
    const key = JSON.stringify(queryKey)
    const pending = pendingInvalidations.get(key)
    // One event without a version makes the read stale whatever it shows.
    const newest = pending ? Math.max(pending.version, version) : version
    pendingInvalidations.set(key, { queryKey, version: newest })
  }
}

function flushInvalidations(): void {
  const invalidations = [...pendingInvalidations.values()]
  pendingInvalidations.clear()
  for (const { queryKey, version } of invalidations) {
    // A first load that failed has nothing that could be stale, and is started again by its reader alone.
    void invalidateKey(queryKey, (data) => data !== undefined && !(versionOf(data) >= version))
  }
}

/** Returns the version of cached data; NaN if it has none. */
function versionOf(data: unknown): number {
  return typeof data === 'object' && data !== null && 'version' in data ? Number(data.version) : NaN
}
