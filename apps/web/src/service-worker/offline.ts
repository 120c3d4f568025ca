import { logout, renewToken } from '@veranda/contract/accounts/sessions/routes.ts'
import { offlineMode } from '../lib/build-settings.ts'
import { routeUrl } from '../lib/api/route-url.ts'
import { isKeptRead, pathBelowApi } from '../lib/service-worker/kept-reads.ts'
import { readClaims } from '../lib/session/token.ts'
import {
  type DescribeMessage,
  type KeepAssetsMessage,
  type ReadMessage,
  readCachePrefix,
  sharedFilesCache,
  shellCachePrefix,
  type WorkerStatus,
} from '../lib/worker-messages.ts'
import { makeReadCache } from './read-cache.ts'
import { makeShellCache, shellEntry } from './shell-cache.ts'

/** Where the system sends files that are shared with the installed app (public/manifest.json). */
const sharePath = '/share'

/**
 * Registers what the worker does without a network: opens the app from its cache, and gives the last reply of what the
 * user read. Without the offline mode it deletes its caches instead, also those of an earlier build.
 */
export function registerOfflineHandlers(worker: ServiceWorkerGlobalScope): void {
  // A new worker takes over at once, so that the next build replaces one that is broken.
  worker.addEventListener('install', (event) => {
    void worker.skipWaiting()
    if (offlineMode) event.waitUntil(makeShellCache().install())
  })
  worker.addEventListener('activate', (event) => event.waitUntil(activate(worker)))
  if (offlineMode) registerFetchHandlers(worker)
}

async function activate(worker: ServiceWorkerGlobalScope): Promise<void> {
  if (offlineMode) await makeShellCache().dropFormer()
  else await deleteCaches(shellCachePrefix, readCachePrefix)
  await worker.clients.claim()
}

async function deleteCaches(...prefixes: readonly string[]): Promise<void> {
  for (const name of await caches.keys())
    if (prefixes.some((prefix) => name.startsWith(prefix))) await caches.delete(name)
}

function registerFetchHandlers(worker: ServiceWorkerGlobalScope): void {
  const shell = makeShellCache()
  /** The kept replies that each tab shows, by its id. */
  const keptByClient = new Map<string, Map<string, string>>()
  const reads = makeReadCache((clientId, { url, readAt }) => {
    const kept = keptByClient.get(clientId) ?? new Map<string, string>()
    if (readAt === null) kept.delete(url)
    else kept.set(url, readAt)
    keptByClient.set(clientId, kept)
    // Also what is not kept: the browser may have stopped this worker and started it again since it gave a kept reply.
    const message = { kind: 'read', url, readAt } satisfies ReadMessage
    void worker.clients.get(clientId).then((client) => client?.postMessage(message))
  })

  worker.addEventListener('fetch', (event) => {
    const { request } = event
    const url = new URL(request.url)
    const path = pathBelowApi(request.url)
    if (path !== undefined) {
      if (request.method === 'GET' && isKeptRead(path)) {
        const userId = readClaims(request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '')?.sub
        if (userId !== undefined) event.respondWith(reads.answer(event, userId))
      } else if (endsSession(request)) event.waitUntil(reads.forgetAll())
      else if (request.method === 'POST' && path === renewToken.path) event.respondWith(answerRenewal(request, reads))
      return
    }
    if (url.origin !== worker.location.origin) return
    if (request.method === 'POST' && url.pathname === sharePath && request.mode === 'navigate')
      event.respondWith(keepSharedFiles(request))
    if (request.method !== 'GET') return
    if (request.mode === 'navigate') {
      if (isAppDocument(url.pathname)) event.respondWith(shell.answerDocument(event))
    } else if (shell.has(url.pathname)) event.respondWith(shell.answerAsset(event))
  })

  worker.addEventListener('message', (event) => {
    // Sent by tabs of this app only.
    const message = event.data as DescribeMessage | KeepAssetsMessage
    if (message.kind === 'keep-assets') event.waitUntil(shell.keep(message.urls))
    if (message.kind !== 'describe' || !(event.source instanceof Client)) return
    const kept = keptByClient.get(event.source.id) ?? new Map<string, string>()
    event.ports[0]?.postMessage({ entry: shellEntry, reads: [...kept] } satisfies WorkerStatus)
  })
}

function endsSession({ method, url }: Request): boolean {
  return method === logout.method && url === new URL(routeUrl(logout), location.origin).href
}

/** Renews a token by the network alone; a refusal means that the session is over, and with it what was kept. */
async function answerRenewal(request: Request, reads: ReturnType<typeof makeReadCache>): Promise<Response> {
  const response = await fetch(request)
  if (response.status === 401) await reads.forgetAll()
  return response
}

/** Returns whether a path is drawn by the app alone; public pages are filled in by the server. */
function isAppDocument(path: string): boolean {
  return !/^\/(api|explore)(\/|$)/.test(path) && !path.split('/').at(-1)?.includes('.')
}

/** Keeps shared files until the user has chosen where they go, and opens the messages. */
async function keepSharedFiles(request: Request): Promise<Response> {
  const form = await request.formData()
  const files = form.getAll('files').filter((entry) => entry instanceof File)
  await caches.delete(sharedFilesCache)
  const cache = await caches.open(sharedFilesCache)
  for (const [index, file] of files.entries()) {
    const headers = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) }
    await cache.put(`${sharePath}/${index}`, new Response(file, { headers }))
  }
  return Response.redirect('/messages?shared', 303)
}
