import { uploadChunkBytes, uploadsPath } from '@veranda/contract/assets/routes.ts'
import { type UploadPurpose } from '@veranda/contract/assets/schemas.ts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type DetailedError, type Upload } from 'tus-js-client'
import { currentLanguage } from '../i18n/language.ts'
import { uploadDbPrefix } from '../session/user-databases.ts'
import { networkProblem, Problem, readProblem } from '../api/problem.ts'
import { buildSettings } from '../build-settings.ts'
import { createStore, type Store } from '../store.ts'
import { ids } from '../ids.ts'
import { uploadsInProgress } from './uploads-in-progress.ts'

/** Upload state that survives a reload: the bytes until they have been sent, and the URL to continue at. */
type PersistedUpload = {
  readonly key: string
  /** The part of the UI that it belongs to, such as the next version of one milestone. */
  readonly scope: string
  readonly purpose: UploadPurpose
  readonly name: string
  readonly bytes: number
  /** Null once all bytes have been sent. */
  readonly file: Blob | null
  readonly url: string | null
}

export type UploadStatus =
  /** `waiting` goes on when the network is back. */
  | { readonly state: 'sending' | 'waiting' }
  /** The server refused it. */
  | { readonly state: 'failed'; readonly problem: Problem }
  /** It is an asset or a stored image by now, with this id. */
  | { readonly state: 'uploaded'; readonly id: string }

/** A file on its way. `progress` is from 0 to 1. */
export type UploadItem = Omit<PersistedUpload, 'file'> & UploadStatus & { readonly progress: number }

interface UploadDbSchema extends DBSchema {
  files: { key: string; value: PersistedUpload }
}

export type UploadClient = {
  /** All uploads of this user in this browser, oldest first. */
  readonly items: Store<readonly UploadItem[]>
  add: (scope: string, purpose: UploadPurpose, files: Iterable<File>) => Promise<void>
  retry: (key: string) => void
  /** Cancels an upload; the server deletes the bytes of an unfinished one. */
  remove: (key: string) => Promise<void>
  /** Drops the finished uploads of a scope once they are in use. */
  clear: (scope: string) => Promise<void>
  close: () => void
}

const retryDelayMs = 5_000

/** Opens the resumable uploads of one user. They continue after network failures, navigation and page reloads. */
export async function openUploadClient(userId: string): Promise<UploadClient> {
  const db: IDBPDatabase<UploadDbSchema> = await openDB<UploadDbSchema>(`${uploadDbPrefix}${userId}`, 1, {
    upgrade: (fresh) => void fresh.createObjectStore('files', { keyPath: 'key' }),
    // The user signed out in another tab: the database is deleted and nothing more is sent.
    blocking: () => close(),
  })
  const items = createStore<readonly UploadItem[]>([])
  const isInProgress = ({ state }: UploadItem) => state === 'sending' || state === 'waiting'
  items.subscribe(() => uploadsInProgress.set(items.get().filter(isInProgress).length))
  const running = new Map<string, Upload>()
  // Without storage (private windows, a full disk) uploads still run, but do not survive a reload.
  const inMemory = new Map<string, PersistedUpload>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let closed = false

  const updateItem = (key: string, next: Partial<Pick<UploadItem, 'url' | 'progress'>>) =>
    items.set(items.get().map((item) => (item.key === key ? { ...item, ...next } : item)))
  const setStatus = (key: string, status: UploadStatus) =>
    items.set(items.get().map((item) => (item.key === key ? withStatus(item, status) : item)))

  const findPersisted = async (key: string) => inMemory.get(key) ?? (closed ? undefined : await db.get('files', key))

  async function updatePersisted(key: string, next: Partial<PersistedUpload>) {
    const persisted = await findPersisted(key)
    if (persisted) await persist({ ...persisted, ...next })
  }

  async function persist(persisted: PersistedUpload) {
    try {
      if (inMemory.has(persisted.key)) inMemory.set(persisted.key, persisted)
      else if (!closed) await db.put('files', persisted)
    } catch {
      inMemory.set(persisted.key, persisted)
    }
  }

  /** Sends a file from one tab at a time; another tab takes over when that one is closed. */
  async function startOnce(key: string): Promise<void> {
    if (closed || running.has(key)) return
    await withLock(`veranda-upload-${key}`, () => sendFile(key))
  }

  async function sendFile(key: string): Promise<void> {
    const persisted = await findPersisted(key)
    if (!persisted || closed) return
    if (!persisted.file) return setStatus(key, statusOf(persisted))
    const { file, url, name, purpose } = persisted
    setStatus(key, { state: 'sending' })
    const tus = await import('tus-js-client').catch(() => undefined)
    if (!tus) return scheduleRetry(key)
    const { Upload } = tus
    await new Promise<void>((resolve) => {
      const upload = new Upload(file, {
        endpoint: `${buildSettings.apiUrl}${uploadsPath}`,
        uploadUrl: url,
        chunkSize: uploadChunkBytes,
        retryDelays: [0, 1_000, 3_000],
        storeFingerprintForResuming: false,
        removeFingerprintOnSuccess: false,
        metadata: { filename: name, purpose },
        headers: { accept: 'application/problem+json', 'accept-language': currentLanguage() },
        onBeforeRequest: (request) => {
          const sent: unknown = request.getUnderlyingObject()
          if (sent instanceof XMLHttpRequest) sent.withCredentials = true
        },
        onShouldRetry: (error) => isRetryable(httpStatusOf(error)) && navigator.onLine,
        onUploadUrlAvailable: () => {
          updateItem(key, { url: upload.url })
          void updatePersisted(key, { url: upload.url })
        },
        onProgress: (sent, total) => updateItem(key, { progress: total > 0 ? sent / total : 0 }),
        onSuccess: () => {
          void updatePersisted(key, { file: null, url: upload.url }).then(() => {
            updateItem(key, { progress: 1, url: upload.url })
            setStatus(key, statusOf({ file: null, url: upload.url }))
            resolve()
          })
        },
        onError: (error) => {
          void toProblem(error).then(async (problem) => {
            // The server has deleted the upload, so it starts over.
            if (problem.status === 404 && url !== null) await updatePersisted(key, { url: null })
            if (problem.uncertain || problem.status === 404) scheduleRetry(key)
            else setStatus(key, { state: 'failed', problem })
            resolve()
          })
        },
      })
      running.set(key, upload)
      upload.start()
    }).finally(() => running.delete(key))
  }

  function scheduleRetry(key: string) {
    setStatus(key, { state: 'waiting' })
    if (closed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void startOnce(key)
    }, retryDelayMs)
    timers.add(timer)
  }

  function close() {
    closed = true
    removeEventListener('online', onOnline)
    for (const timer of timers) clearTimeout(timer)
    for (const upload of running.values()) void upload.abort()
    uploadsInProgress.set(0)
    db.close()
  }

  const onOnline = () => {
    for (const { key, state } of items.get()) if (state === 'waiting') void startOnce(key)
  }
  addEventListener('online', onOnline)

  items.set((await db.getAll('files')).map((persisted) => toUploadItem(persisted)))
  for (const { key, state } of items.get()) if (state !== 'uploaded') void startOnce(key)

  return {
    items,
    async add(scope, purpose, files) {
      for (const file of files) {
        const persisted: PersistedUpload = {
          key: ids.next(),
          scope,
          purpose,
          name: file.name,
          bytes: file.size,
          file,
          url: null,
        }
        await persist(persisted)
        items.set([...items.get(), toUploadItem(persisted)])
        void startOnce(persisted.key)
      }
    },
    retry(key) {
      void startOnce(key)
    },
    async remove(key) {
      const item = items.get().find((one) => one.key === key)
      items.set(items.get().filter((one) => one.key !== key))
      await running.get(key)?.abort()
      inMemory.delete(key)
      await db.delete('files', key)
      if (item?.url && item.state !== 'uploaded') {
        const { Upload } = await import('tus-js-client')
        // The server deletes its bytes after a day in any case.
        await Upload.terminate(item.url).catch(() => undefined)
      }
    },
    async clear(scope) {
      const arrived = items.get().filter((item) => item.scope === scope && item.state === 'uploaded')
      items.set(items.get().filter((item) => !arrived.includes(item)))
      for (const { key } of arrived) await db.delete('files', key)
    },
    close,
  }
}

/** Returns the status of a stored upload. The last segment of its URL is the id of the asset or image it becomes. */
function statusOf({ file, url }: Pick<PersistedUpload, 'file' | 'url'>): UploadStatus {
  return file ? { state: 'sending' } : { state: 'uploaded', id: url?.split('/').at(-1) ?? '' }
}

function withStatus({ key, scope, purpose, name, bytes, url, progress }: UploadItem, status: UploadStatus): UploadItem {
  return { key, scope, purpose, name, bytes, url, progress, ...status }
}

function toUploadItem({ file, ...persisted }: PersistedUpload): UploadItem {
  return { ...persisted, ...statusOf({ file, url: persisted.url }), progress: file ? 0 : 1 }
}

function httpStatusOf(error: Error | DetailedError): number {
  return ('originalResponse' in error && error.originalResponse?.getStatus()) || 0
}

function isRetryable(status: number): boolean {
  return status === 0 || status >= 500 || status === 423 || status === 429
}

async function toProblem(error: Error | DetailedError): Promise<Problem> {
  const status = httpStatusOf(error)
  if (isRetryable(status) || !('originalResponse' in error) || !error.originalResponse) return networkProblem()
  const type = error.originalResponse.getHeader('content-type') ?? ''
  return readProblem(new Response(error.originalResponse.getBody(), { status, headers: { 'content-type': type } }))
}

async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request(name, work)
}
