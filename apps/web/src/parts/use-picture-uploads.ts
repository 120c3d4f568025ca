import { readFileFacts, removeFile } from '@veranda/contract/files/routes.ts'
import { type StoredFile } from '@veranda/contract/files/schemas.ts'
import { useEffect } from 'react'
import { call } from '../lib/call.ts'
import { Problem } from '../lib/problem.ts'
import { sessionStore } from '../lib/session.ts'
import { createStore, useStore } from '../lib/store.ts'
import { type UploadItem, idOfUpload } from '../lib/uploads.ts'
import { useOwnUploads } from './own-uploads.ts'

/** What is known of the pictures that uploads became. */
const known = createStore<ReadonlyMap<string, StoredFile>>(new Map())
sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'out') known.set(new Map())
})

/** An upload, and the picture it became as soon as it has arrived. */
export type ComingPicture = UploadItem & { readonly stored: StoredFile | undefined }

const again = 1_500

/** Pictures of one place on their way, at most so many. Where only one fits, another takes its place. */
export function usePictureUploads(place: string, most: number) {
  const { items, act } = useOwnUploads(place)
  const files = useStore(known)
  const open = items
    .flatMap((item) => (item.state === 'there' && !files.has(idOfUpload(item) ?? '') ? [item.key] : []))
    .join(' ')
  useEffect(() => {
    if (open === '') return undefined
    const reading = new AbortController()
    const read = async () => {
      for (const item of items.filter(({ key }) => open.split(' ').includes(key))) {
        const id = idOfUpload(item) ?? ''
        try {
          const file = await call(readFileFacts, { params: { id } }, { signal: reading.signal })
          known.set(new Map(known.get()).set(id, file))
        } catch (error) {
          // It waited so long to be used that the server forgot it.
          if (error instanceof Problem && error.status === 404) act((uploads) => uploads.remove(item.key))
        }
      }
    }
    const timer = setInterval(() => void read(), again)
    void read()
    return () => {
      clearInterval(timer)
      reading.abort()
    }
    // The keys stand for the items: the address of one that has arrived does not change.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [open])
  const coming = items.map((item): ComingPicture => ({ ...item, stored: files.get(idOfUpload(item) ?? '') }))

  function remove(key: string) {
    const item = items.find((one) => one.key === key)
    const id = item?.state === 'there' ? idOfUpload(item) : undefined
    act((uploads) => uploads.remove(key))
    // What is shown somewhere stays there; everything else would only count towards the quota.
    if (id !== undefined) void call(removeFile, { params: { id } }).catch(() => undefined)
  }

  return {
    coming,
    most,
    add(chosen: Iterable<File>) {
      if (most === 1) for (const { key } of items) remove(key)
      const room = most === 1 ? 1 : Math.max(0, most - items.length)
      // A FileList empties itself with its input.
      const kept = [...chosen].slice(0, room)
      act((uploads) => uploads.add(place, 'picture', kept))
    },
    retry: (key: string) => act((uploads) => uploads.retry(key)),
    remove,
    clear: () => act((uploads) => uploads.clear(place)),
    stored: coming.flatMap(({ stored }) => (stored ? [stored] : [])),
    busy: coming.some(
      ({ state, stored }) => state === 'sending' || state === 'waiting' || (state === 'there' && !stored),
    ),
  }
}

export type PictureUploads = ReturnType<typeof usePictureUploads>
