import { workUpdate } from '@veranda/contract/works/live.ts'
import { readWork, removeWork } from '@veranda/contract/works/routes.ts'
import { type Purpose, type WorkSummary } from '@veranda/contract/works/schemas.ts'
import { useEffect } from 'react'
import { call } from '../lib/call.ts'
import { on } from '../lib/live.ts'
import { sessionStore } from '../lib/session.ts'
import { createStore, useStore } from '../lib/store.ts'
import { openUploads, type UploadItem, type Uploads, workOf } from '../lib/uploads.ts'

const none = createStore<readonly UploadItem[]>([])
const current = createStore<Uploads | undefined>(undefined)
let opening: { person: string; uploads: Promise<Uploads> } | undefined

sessionStore.subscribe(() => {
  if (sessionStore.get().status !== 'out') return
  void opening?.uploads.then((uploads) => uploads.close())
  opening = undefined
  current.set(undefined)
  known.set(new Map())
})

async function uploadsOfPerson(): Promise<Uploads> {
  const person = sessionStore.get().user?.id
  if (person === undefined) throw new Error('nobody is signed in')
  if (opening?.person !== person) {
    opening = { person, uploads: openUploads(person) }
    current.set(await opening.uploads)
  }
  return opening.uploads
}

/** What is known of the works that uploads became. */
const known = createStore<ReadonlyMap<string, WorkSummary>>(new Map())
const learn = (work: WorkSummary) => known.set(new Map(known.get()).set(work.id, work))

on('work_update', workUpdate, learn)

/** An upload, and the work it became as soon as it has arrived. */
export type Coming = UploadItem & { readonly work: WorkSummary | undefined }

const again = 1_500
const settled = new Set<WorkSummary['state']>(['ready', 'refused'])

/** The uploads of one place, followed until each is ready to be used or refused. */
export function useWorkUploads(place: string, purpose: Purpose) {
  useEffect(() => void uploadsOfPerson().catch(() => {}), [])
  const items = useStore(useStore(current)?.items ?? none).filter((item) => item.place === place)
  const works = useStore(known)
  const ids = items.flatMap((item) => (item.state === 'there' ? (workOf(item) ?? []) : []))
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
  const coming = items.map((item): Coming => ({ ...item, work: works.get(workOf(item) ?? '') }))
  const act = (doing: (uploads: Uploads) => unknown) => void uploadsOfPerson().then(doing)

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
      const id = item?.state === 'there' ? workOf(item) : undefined
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
