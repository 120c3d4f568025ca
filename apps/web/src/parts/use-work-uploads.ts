import { workUpdate } from '@veranda/contract/works/live.ts'
import { readWork, removeWork } from '@veranda/contract/works/routes.ts'
import { type Purpose, type WorkSummary } from '@veranda/contract/works/schemas.ts'
import { useEffect } from 'react'
import { call } from '../lib/call.ts'
import { on } from '../lib/live.ts'
import { sessionStore } from '../lib/session.ts'
import { createStore, useStore } from '../lib/store.ts'
import { idOfUpload, type UploadItem } from '../lib/uploads.ts'
import { useOwnUploads } from './own-uploads.ts'

/** What is known of the works that uploads became. */
const known = createStore<ReadonlyMap<string, WorkSummary>>(new Map())
sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'out') known.set(new Map())
})
const learn = (work: WorkSummary) => known.set(new Map(known.get()).set(work.id, work))

on('work_update', workUpdate, learn)

/** An upload, and the work it became as soon as it has arrived. */
export type Coming = UploadItem & { readonly work: WorkSummary | undefined }

const again = 1_500
const settled = new Set<WorkSummary['state']>(['ready', 'refused'])

/** The uploads of one place, followed until each is ready to be used or refused. */
export function useWorkUploads(place: string, purpose: Purpose) {
  const { items, act } = useOwnUploads(place)
  const works = useStore(known)
  const ids = items.flatMap((item) => (item.state === 'there' ? (idOfUpload(item) ?? []) : []))
  const open = ids.filter((id) => !settled.has(works.get(id)?.state ?? 'waiting')).join(' ')
  useEffect(() => {
    const reading = new AbortController()
    const read = async () => {
      for (const id of open.split(' ').filter(Boolean)) {
        learn(await call(readWork, { params: { id } }, { signal: reading.signal }))
      }
    }
    // Told live as well; this is for when nothing was heard.
    const timer = open === '' ? undefined : setInterval(() => void read().catch(() => {}), again)
    void read().catch(() => {})
    return () => {
      clearInterval(timer)
      reading.abort()
    }
  }, [open])
  const coming = items.map((item): Coming => ({ ...item, work: works.get(idOfUpload(item) ?? '') }))

  return {
    coming,
    add: (files: Iterable<File>) => {
      // A FileList empties itself with its input.
      const kept = [...files]
      act((uploads) => uploads.add(place, purpose, kept))
    },
    retry: (key: string) => act((uploads) => uploads.retry(key)),
    remove: (key: string) => {
      const item = items.find((one) => one.key === key)
      const id = item?.state === 'there' ? idOfUpload(item) : undefined
      act((uploads) => uploads.remove(key))
      // What is used somewhere stays there; everything else would only count towards the quota.
      if (id !== undefined) void call(removeWork, { params: { id } }).catch(() => undefined)
    },
    clear: () => act((uploads) => uploads.clear(place)),
    ready: coming.flatMap(({ work }) => (work?.state === 'ready' ? [work] : [])),
    busy: coming.some(
      ({ state, work }) =>
        state === 'sending' ||
        state === 'waiting' ||
        (state === 'there' && work?.state !== 'ready' && work?.state !== 'refused'),
    ),
  }
}

export type WorkUploads = ReturnType<typeof useWorkUploads>
