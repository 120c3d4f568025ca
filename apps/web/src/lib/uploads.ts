import { uploadChunkBytes, uploadsPath } from '@veranda/contract/works/routes.ts'
import { type Purpose } from '@veranda/contract/works/schemas.ts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type DetailedError, type Upload } from 'tus-js-client'
import { currentLanguage } from './language.ts'
import { keptFiles } from './kept-files.ts'
import { networkProblem, Problem, readProblem } from './problem.ts'
import { settings } from './settings.ts'
import { createStore, type Store } from './store.ts'
import { uuidv7 } from './uuid.ts'

/** What survives a reload: the bytes until they have arrived, and the address under which they go on. */
type Kept = {
  readonly key: string
  /** Where on the screens it belongs, such as one milestone's next version. */
  readonly place: string
  readonly purpose: Purpose
  readonly name: string
  readonly bytes: number
  /** Null once everything is there. */
  readonly file: Blob | null
  readonly url: string | null
}

/** A file on its way. `there` is a work or picture by now; `waiting` goes on when the network is back; `failed` was refused. */
export type UploadItem = Omit<Kept, 'file'> & {
  readonly state: 'sending' | 'waiting' | 'failed' | 'there'
  /** 0 to 1. */
  readonly share: number
  readonly problem?: Problem
}

interface UploadSchema extends DBSchema {
  files: { key: string; value: Kept }
}

export type Uploads = {
  /** All of this person in this browser, the oldest first. */
  readonly items: Store<readonly UploadItem[]>
  add: (place: string, purpose: Purpose, files: Iterable<File>) => Promise<void>
  retry: (key: string) => void
  /** Gives it up; what has arrived of an unfinished one is thrown away on the server too. */
  remove: (key: string) => Promise<void>
  /** Forgets those of a place that have arrived: they are used now. */
  clear: (place: string) => Promise<void>
  close: () => void
}

const again = 5_000

/** Resumable uploads of one person. They go on over a cut, over a change of the screen and over a reload of the page. */
export async function openUploads(person: string): Promise<Uploads> {
  const db: IDBPDatabase<UploadSchema> = await openDB<UploadSchema>(`${keptFiles}${person}`, 1, {
    upgrade: (fresh) => void fresh.createObjectStore('files', { keyPath: 'key' }),
    // Somebody signed out in some tab: what is kept goes away, and nothing more is sent.
    blocking: () => close(),
  })
  const items = createStore<readonly UploadItem[]>([])
  const running = new Map<string, Upload>()
  // A browser that keeps nothing (private windows, a full disk) still sends; only a reload loses it.
  const unkept = new Map<string, Kept>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let closed = false

  const change = (key: string, next: Partial<UploadItem>) =>
    items.set(items.get().map((item) => (item.key === key ? { ...item, ...next } : item)))

  const find = async (key: string) => unkept.get(key) ?? (closed ? undefined : await db.get('files', key))

  async function keep(key: string, next: Partial<Kept>) {
    const kept = await find(key)
    if (kept) await put({ ...kept, ...next })
  }

  async function put(kept: Kept) {
    try {
      if (unkept.has(kept.key)) unkept.set(kept.key, kept)
      else if (!closed) await db.put('files', kept)
    } catch {
      unkept.set(kept.key, kept)
    }
  }

  /** One tab at a time sends a file; another takes it over when that one is closed. */
  async function run(key: string): Promise<void> {
    if (closed || running.has(key)) return
    await withLock(`veranda-upload-${key}`, () => send(key))
  }

  async function send(key: string): Promise<void> {
    const kept = await find(key)
    if (!kept || closed) return
    if (!kept.file) return change(key, { state: 'there', share: 1, url: kept.url })
    const { file, url, name, purpose } = kept
    change(key, { state: 'sending' })
    const { Upload } = await import('tus-js-client')
    await new Promise<void>((resolve) => {
      const upload = new Upload(file, {
        endpoint: `${settings.apiUrl}${uploadsPath}`,
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
        onShouldRetry: (error) => uncertain(statusOf(error)) && navigator.onLine,
        onUploadUrlAvailable: () => {
          change(key, { url: upload.url })
          void keep(key, { url: upload.url })
        },
        onProgress: (sent, total) => change(key, { share: total > 0 ? sent / total : 0 }),
        onSuccess: () => {
          void keep(key, { file: null, url: upload.url }).then(() => {
            change(key, { state: 'there', share: 1, url: upload.url })
            resolve()
          })
        },
        onError: (error) => {
          void problemOf(error).then(async (problem) => {
            // Nothing is left of it there, so it begins anew.
            if (problem.status === 404 && url !== null) await keep(key, { url: null })
            if (problem.uncertain || problem.status === 404) wait(key)
            else change(key, { state: 'failed', problem })
            resolve()
          })
        },
      })
      running.set(key, upload)
      upload.start()
    }).finally(() => running.delete(key))
  }

  function wait(key: string) {
    change(key, { state: 'waiting' })
    if (closed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void run(key)
    }, again)
    timers.add(timer)
  }

  function close() {
    closed = true
    removeEventListener('online', online)
    for (const timer of timers) clearTimeout(timer)
    for (const upload of running.values()) void upload.abort()
    db.close()
  }

  const online = () => {
    for (const { key, state } of items.get()) if (state === 'waiting') void run(key)
  }
  addEventListener('online', online)

  items.set((await db.getAll('files')).map((kept) => shown(kept)))
  for (const { key, state } of items.get()) if (state !== 'there') void run(key)

  return {
    items,
    async add(place, purpose, files) {
      for (const file of files) {
        const kept: Kept = { key: uuidv7(), place, purpose, name: file.name, bytes: file.size, file, url: null }
        await put(kept)
        items.set([...items.get(), shown(kept)])
        void run(kept.key)
      }
    },
    retry(key) {
      void run(key)
    },
    async remove(key) {
      const item = items.get().find((one) => one.key === key)
      items.set(items.get().filter((one) => one.key !== key))
      await running.get(key)?.abort()
      unkept.delete(key)
      await db.delete('files', key)
      if (item?.url && item.state !== 'there') {
        const { Upload } = await import('tus-js-client')
        // Its bytes are swept after a day in any case.
        await Upload.terminate(item.url).catch(() => undefined)
      }
    },
    async clear(place) {
      const gone = items.get().filter((item) => item.place === place && item.state === 'there')
      items.set(items.get().filter((item) => !gone.includes(item)))
      for (const { key } of gone) await db.delete('files', key)
    },
    close,
  }
}

/** The id of the work or picture that an upload becomes: the last part of its address. */
export function idOfUpload({ url }: Pick<UploadItem, 'url'>): string | undefined {
  return url?.split('/').at(-1)
}

function shown({ file, ...kept }: Kept): UploadItem {
  return { ...kept, state: file ? 'sending' : 'there', share: file ? 0 : 1 }
}

function statusOf(error: Error | DetailedError): number {
  return ('originalResponse' in error && error.originalResponse?.getStatus()) || 0
}

function uncertain(status: number): boolean {
  return status === 0 || status >= 500 || status === 423 || status === 429
}

async function problemOf(error: Error | DetailedError): Promise<Problem> {
  const status = statusOf(error)
  if (uncertain(status) || !('originalResponse' in error) || !error.originalResponse) return networkProblem()
  const type = error.originalResponse.getHeader('content-type') ?? ''
  return readProblem(new Response(error.originalResponse.getBody(), { status, headers: { 'content-type': type } }))
}

async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request(name, work)
}
