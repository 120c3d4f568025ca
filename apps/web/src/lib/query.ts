import { type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query'
import { type ArgsOf, call } from './call.ts'
import { type Problem } from './problem.ts'
import { sessionStore } from './session.ts'
import { cacheAge } from './settings.ts'

/** What the server said, by route. `call` retries by itself; nothing is asked again within half a minute unprompted. */
export const cache = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 30_000, gcTime: cacheAge }, mutations: { retry: false } },
})

sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'out') cache.clear()
})

/** The key of a read: `[path, params, query]`. `[route.path]` alone stands for every read of that route. */
export function keyOf<R extends Route>(route: R, args?: { params?: unknown; query?: unknown }): readonly unknown[] {
  if (args === undefined) return [route.path]
  return [route.path, args.params ?? null, args.query ?? null]
}

/**
 * Marks every read of these routes as stale; what is in sight is fetched again at once. A first answer that is on its
 * way may have been read before the change, and would stand; so it is let in, and then asked again.
 */
export async function refresh(...routes: readonly Route[]): Promise<void> {
  await Promise.all(
    routes.map(async (route) => {
      const queryKey = keyOf(route)
      const onTheirWay = cache.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
      // `fetch` joins what is on its way.
      await Promise.allSettled(
        onTheirWay.filter(({ state }) => state.data === undefined).map(async (query) => query.fetch()),
      )
      await cache.invalidateQueries({ queryKey })
    }),
  )
}

export type ReadOptions = {
  enabled?: boolean | undefined
  /** Keeps the former answer in sight while another query is on its way, as filters change. */
  keep?: boolean | undefined
  /** Milliseconds in which an answer counts as fresh. */
  fresh?: number | undefined
  /** Asks again this often, in milliseconds. */
  every?: number | undefined
}

export type ReadArgs<R extends Route> =
  Record<never, never> extends ArgsOf<R>
    ? [args?: ArgsOf<R>, options?: ReadOptions]
    : [args: ArgsOf<R>, options?: ReadOptions]

/** Reads one route of the contract into the cache. */
export function useRead<R extends Route>(route: R, ...[args, options = {}]: ReadArgs<R>) {
  return useQuery<ReplyOf<R>, Problem>({
    queryKey: keyOf(route, args ?? {}),
    queryFn: ({ signal }) => fetchRead(route, args, signal),
    enabled: options.enabled ?? true,
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
    ...(options.fresh === undefined ? {} : { staleTime: options.fresh }),
    ...(options.every === undefined ? {} : { refetchInterval: options.every }),
  })
}

function fetchRead<R extends Route>(route: R, args: ArgsOf<R> | undefined, signal: AbortSignal): Promise<ReplyOf<R>> {
  // The caller's arguments were checked against this very route.
  const loose = call as (route: Route, args: unknown, options: { signal: AbortSignal }) => Promise<ReplyOf<R>>
  return loose(route, args ?? {}, { signal })
}
