import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { useSyncExternalStore } from 'react'
import { invalidateKey, queryCache } from '../api/query.ts'
import { routeUrl } from '../api/route-url.ts'
import { connectionState } from '../realtime/connection-state.ts'
import { createStore } from '../store.ts'
import { type ReadMessage } from '../worker-messages.ts'
import { describeWorker } from './register.ts'

/** When the kept replies that this page was given were read (ISO), by their addresses. */
const readTimes = createStore<ReadonlyMap<string, string>>(new Map())

const retryDelayMs = 5_000

/** Follows which replies the worker gives from its cache, and reads them again once there is a connection. */
export function startKeptReads(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<ReadMessage | { kind: unknown }>) => {
    if (data.kind === 'read' && 'url' in data) noteRead(data)
  })
  navigator.serviceWorker.startMessages()
  // Those that were given before this page listened.
  void describeWorker().then((status) => {
    if (status) readTimes.set(new Map([...status.reads, ...readTimes.get()]))
  })
  connectionState.subscribe(readAgainSoon)
  readTimes.subscribe(readAgainSoon)
  addEventListener('online', readAgainSoon)
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Reads again what is old on screen, as long as there is a connection and not all of it is new. */
function readAgainSoon(): void {
  if (timer !== undefined || readTimes.get().size === 0 || connectionState.get() !== 'on' || !navigator.onLine) return
  timer = setTimeout(() => {
    void readAgain().finally(() => {
      timer = undefined
      setTimeout(readAgainSoon, retryDelayMs)
    })
  }, 0)
}

function noteRead({ url, readAt }: ReadMessage): void {
  if (readAt === null && !readTimes.get().has(url)) return
  const next = new Map(readTimes.get())
  if (readAt === null) next.delete(url)
  else next.set(url, readAt)
  readTimes.set(next)
}

async function readAgain(): Promise<void> {
  const kept = readTimes.get()
  const queries = queryCache.getQueryCache().findAll()
  await Promise.all(
    queries.filter(({ queryKey }) => kept.has(urlOf(queryKey))).map(({ queryKey }) => invalidateKey(queryKey)),
  )
}

/** Returns when the oldest kept reply on screen was read (ISO); undefined when everything is new. */
export function useShownSince(): string | undefined {
  return useSyncExternalStore(subscribe, shownSince)
}

function subscribe(listener: () => void): () => void {
  const unsubscribers = [readTimes.subscribe(listener), queryCache.getQueryCache().subscribe(listener)]
  return () => unsubscribers.forEach((unsubscribe) => unsubscribe())
}

function shownSince(): string | undefined {
  const kept = readTimes.get()
  if (kept.size === 0) return undefined
  const times = queryCache
    .getQueryCache()
    .findAll({ type: 'active' })
    // The account is read by every screen and shown by none.
    .filter(({ queryKey }) => queryKey[0] !== readAccount.path)
    .flatMap(({ queryKey }) => kept.get(urlOf(queryKey)) ?? [])
  return times.toSorted()[0]
}

/** Returns the address of a read by its query key, `[path, params, query]`. */
function urlOf([path, params, query]: readonly unknown[]): string {
  // Made by `queryKeyOf` only.
  const [route, args] = [
    { method: 'GET', path: path as `/${string}` },
    { params: params ?? {}, query: query ?? {} },
  ] as const
  return new URL(routeUrl(route, args), location.origin).href
}
