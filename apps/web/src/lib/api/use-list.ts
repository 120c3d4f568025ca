import { type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { type Problem } from './problem.ts'
import { queryKeyOf, type ReadArgs } from './query.ts'

type ItemOf<R> = ReplyOf<R> extends { items: readonly (infer T)[] } ? T : never
type Page = { items: readonly unknown[]; next: string | null }

/** Reads a paginated list by its `next` cursor and joins the pages. */
export function useList<R extends Route>(route: R, ...[args, options = {}]: ReadArgs<R>) {
  const query = useInfiniteQuery({
    queryKey: [...queryKeyOf(route, args ?? {}), 'pages'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const baseArgs: { query?: object | undefined } = args ?? {}
      const paged = pageParam === null ? baseArgs : { ...baseArgs, query: { ...baseArgs.query, cursor: pageParam } }
      const untypedCall = call as (route: Route, args: unknown, options: { signal: AbortSignal }) => Promise<Page>
      return untypedCall(route, paged, { signal })
    },
    getNextPageParam: (last: Page) => last.next,
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(options.staleTimeMs === undefined ? {} : { staleTime: options.staleTimeMs }),
  })
  return {
    // Each page is a reply of this route.
    items: (query.data?.pages.flatMap((page) => page.items) ?? []) as ItemOf<R>[],
    // The first page, for fields other than `items`.
    firstPage: query.data?.pages[0] as ReplyOf<R> | undefined,
    isPending: query.isPending,
    isPlaceholder: query.isPlaceholderData,
    // `call` throws nothing else.
    problem: query.error as Problem | null,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    loadingMore: query.isFetchingNextPage,
  }
}
