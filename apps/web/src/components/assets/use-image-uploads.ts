import { readStoredFileFacts, removeStoredFile } from '@veranda/contract/assets/routes.ts'
import { type StoredFile } from '@veranda/contract/assets/schemas.ts'
import { useEffect } from 'react'
import { call } from '../../lib/api/call.ts'
import { Problem } from '../../lib/api/problem.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { type UploadItem } from '../../lib/uploads/upload-client.ts'
import { useUploads } from '../../lib/uploads/use-uploads.ts'

/** Stored images of finished uploads, by id. */
const storedFilesById = createStore<ReadonlyMap<string, StoredFile>>(new Map())
sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'out') storedFilesById.set(new Map())
})

/** An upload, and its stored image once it has been uploaded. */
export type ImageUpload = UploadItem & { readonly stored: StoredFile | undefined }

const pollIntervalMs = 1_500

/** Returns the image uploads of a scope, up to `maxCount`. With a maximum of one, a new image replaces the old one. */
export function useImageUploads(scope: string, maxCount: number) {
  const { items, withClient } = useUploads(scope)
  const files = useStore(storedFilesById)
  const open = items.flatMap((item) => (item.state === 'uploaded' && !files.has(item.id) ? [item.key] : [])).join(' ')
  useEffect(() => {
    if (open === '') return undefined
    const abort = new AbortController()
    const read = async () => {
      for (const item of items) {
        if (item.state !== 'uploaded' || !open.split(' ').includes(item.key)) continue
        const { id } = item
        try {
          const file = await call(readStoredFileFacts, { params: { id } }, { signal: abort.signal })
          storedFilesById.set(new Map(storedFilesById.get()).set(id, file))
        } catch (error) {
          // It stayed unused for so long that the server deleted it.
          if (error instanceof Problem && error.status === 404) withClient((client) => client.remove(item.key))
        }
      }
    }
    // An image is stored when its upload ends, so no event follows: this only repeats a read that failed.
    const timer = setInterval(() => void read(), pollIntervalMs)
    void read()
    return () => {
      clearInterval(timer)
      abort.abort()
    }
    // The keys identify the items, and the URL of a finished upload does not change.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [open])
  const imageUploads = items.map((item): ImageUpload => ({
    ...item,
    stored: item.state === 'uploaded' ? files.get(item.id) : undefined,
  }))

  function remove(key: string) {
    const item = items.find((one) => one.key === key)
    withClient((client) => client.remove(key))
    // The server keeps an image that is in use; any other would only count towards the quota.
    if (item?.state === 'uploaded') void call(removeStoredFile, { params: { id: item.id } }).catch(() => undefined)
  }

  return {
    items: imageUploads,
    maxCount: maxCount,
    add(chosen: Iterable<File>) {
      if (maxCount === 1) for (const { key } of items) remove(key)
      const freeCount = maxCount === 1 ? 1 : Math.max(0, maxCount - items.length)
      // A FileList is cleared with its input.
      const kept = [...chosen].slice(0, freeCount)
      withClient((client) => client.add(scope, 'image', kept))
    },
    retry: (key: string) => withClient((client) => client.retry(key)),
    remove,
    clear: () => withClient((client) => client.clear(scope)),
    stored: imageUploads.flatMap(({ stored }) => (stored ? [stored] : [])),
    busy: imageUploads.some(
      ({ state, stored }) => state === 'sending' || state === 'waiting' || (state === 'uploaded' && !stored),
    ),
  }
}

export type ImageUploads = ReturnType<typeof useImageUploads>
