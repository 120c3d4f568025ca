import { type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { type Problem } from './problem.ts'
import { keyOf, type ReadArgs } from './query.ts'

type ItemOf<R> = ReplyOf<R> extends { items: readonly (infer T)[] } ? T : never
type Page = { items: readonly unknown[]; next: string | null }

/** Reads a list page by page along its `next`; the pages make one list. */
export function useList<R extends Route>(route: R, ...[args, options = {}]: ReadArgs<R>) {
  const query = useInfiniteQuery({
    queryKey: [...keyOf(route, args ?? {}), 'pages'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const given: { query?: object | undefined } = args ?? {}
      const paged = pageParam === null ? given : { ...given, query: { ...given.query, cursor: pageParam } }
      const loose = call as (route: Route, args: unknown, options: { signal: AbortSignal }) => Promise<Page>
      return loose(route, paged, { signal })
    },
    getNextPageParam: (last: Page) => last.next,
    enabled: options.enabled ?? true,
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
    ...(options.fresh === undefined ? {} : { staleTime: options.fresh }),
  })
  return {
    // Every page is a reply of this route.
    items: (query.data?.pages.flatMap((page) => page.items) ?? []) as ItemOf<R>[],
    // The first page, for what a reply says beside its items.
    first: query.data?.pages[0] as ReplyOf<R> | undefined,
    isPending: query.isPending,
    isPlaceholder: query.isPlaceholderData,
    // `call` throws nothing else.
    problem: query.error as Problem | null,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
    loadingMore: query.isFetchingNextPage,
  }
}
