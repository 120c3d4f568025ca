import { workUpdate } from '@veranda/contract/works/live.ts'
import { readWork } from '@veranda/contract/works/routes.ts'
import { type Purpose, type Work } from '@veranda/contract/works/schemas.ts'
import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../lib/call.ts'
import { on } from '../lib/live.ts'
import { cache, keyOf } from '../lib/query.ts'
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

on('work_update', workUpdate, (work) => cache.setQueryData(keyOf(readWork, { params: { id: work.id } }), work))

/** An upload, and the work it became as soon as it has arrived. */
export type Coming = UploadItem & { readonly work: Work | undefined }

const settled = new Set<Work['state']>(['ready', 'refused'])

/** The uploads of one place, followed until each is ready to be used or refused. */
export function useWorkUploads(place: string, purpose: Purpose) {
  useEffect(() => void uploadsOfPerson().catch(() => {}), [])
  const items = useStore(useStore(current)?.items ?? none).filter((item) => item.place === place)
  const works = useQueries({
    queries: items.map((item) => {
      const id = item.state === 'there' ? workOf(item) : undefined
      return {
        queryKey: keyOf(readWork, { params: { id } }),
        queryFn: ({ signal }: { signal: AbortSignal }) => call(readWork, { params: { id: id ?? '' } }, { signal }),
        enabled: id !== undefined,
        // Told live as well; this is for when nothing was heard.
        refetchInterval: (query: { state: { data: Work | undefined } }) =>
          query.state.data && settled.has(query.state.data.state) ? (false as const) : 1_500,
      }
    }),
  })
  const coming = items.map((item, index): Coming => ({ ...item, work: works[index]?.data }))
  const act = (doing: (uploads: Uploads) => unknown) => void uploadsOfPerson().then(doing)

  return {
    coming,
    add: (files: Iterable<File>) => {
      // A FileList empties itself with its input.
      const kept = [...files]
      act((uploads) => uploads.add(place, purpose, kept))
    },
    retry: (key: string) => act((uploads) => uploads.retry(key)),
    remove: (key: string) => act((uploads) => uploads.remove(key)),
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
