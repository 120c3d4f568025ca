import { type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { keepPreviousData, QueryClient, type QueryKey, useQuery } from '@tanstack/react-query'
import { type ArgsOf, call } from './call.ts'
import { type Problem } from './problem.ts'
import { sessionStore } from '../session/session.ts'
import { cacheMaxAgeMs } from '../build-settings.ts'

/**
 * Server data by route. `call` does the retrying; nothing is fetched again within 30 seconds unless invalidated. Offline
 * the service worker has an older reply to what is not here, and only to that.
 */
export const queryCache = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 30_000,
      gcTime: cacheMaxAgeMs,
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnMount: () => navigator.onLine,
    },
    mutations: { retry: false },
  },
})

sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'out') queryCache.clear()
})

/** Returns the query key `[path, params, query]`; `[route.path]` alone matches every read of that route. */
export function queryKeyOf<R extends Route>(
  route: R,
  args?: { params?: unknown; query?: unknown },
): readonly unknown[] {
  if (args === undefined) return [route.path]
  return [route.path, args.params ?? null, args.query ?? null]
}

/**
 * Invalidates every read of these routes and fetches visible ones again. A first fetch in flight may predate the
 * change, so it is awaited first and then repeated.
 */
export async function invalidateReads(...routes: readonly Route[]): Promise<void> {
  await Promise.all(routes.map((route) => invalidateKey(queryKeyOf(route))))
}

/** Invalidates the reads with this key of which `isStale` holds, by default all. */
export async function invalidateKey(queryKey: QueryKey, isStale = (_data: unknown) => true): Promise<void> {
  const inFlight = queryCache.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  // `fetch` joins the request in flight.
  await Promise.allSettled(inFlight.filter(({ state }) => state.data === undefined).map(async (query) => query.fetch()))
  await queryCache.invalidateQueries({ queryKey, predicate: ({ state }) => isStale(state.data) })
}

export type ReadOptions = {
  enabled?: boolean | undefined
  /** Keeps the previous data visible while another query loads, as filters change. */
  keepPrevious?: boolean | undefined
  /** Milliseconds for which data counts as fresh. */
  staleTimeMs?: number | undefined
  /** Refetch interval in milliseconds. */
  refetchIntervalMs?: number | undefined
}

export type ReadArgs<R extends Route> =
  Record<never, never> extends ArgsOf<R>
    ? [args?: ArgsOf<R>, options?: ReadOptions]
    : [args: ArgsOf<R>, options?: ReadOptions]

/** Reads one route of the contract through the query cache. */
export function useRead<R extends Route>(route: R, ...[args, options = {}]: ReadArgs<R>) {
  return useQuery<ReplyOf<R>, Problem>({
    queryKey: queryKeyOf(route, args ?? {}),
    queryFn: ({ signal }) => fetchRoute(route, args, signal),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(options.staleTimeMs === undefined ? {} : { staleTime: options.staleTimeMs }),
    ...(options.refetchIntervalMs === undefined ? {} : { refetchInterval: options.refetchIntervalMs }),
  })
}

function fetchRoute<R extends Route>(route: R, args: ArgsOf<R> | undefined, signal: AbortSignal): Promise<ReplyOf<R>> {
  // The caller's arguments were checked against this route.
  const untypedCall = call as (route: Route, args: unknown, options: { signal: AbortSignal }) => Promise<ReplyOf<R>>
  return untypedCall(route, args ?? {}, { signal })
}
