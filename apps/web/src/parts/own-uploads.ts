import { useEffect } from 'react'
import { sessionStore } from '../lib/session.ts'
import { createStore, useStore } from '../lib/store.ts'
import { openUploads, type UploadItem, type Uploads } from '../lib/uploads.ts'

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

/** One's own uploads of a place; whoever looks at them lets them go on. */
export function useOwnUploads(place: string) {
  useEffect(() => void uploadsOfPerson().catch(() => {}), [])
  const items = useStore(useStore(current)?.items ?? none).filter((item) => item.place === place)
  return { items, act: (doing: (uploads: Uploads) => unknown) => void uploadsOfPerson().then(doing) }
}
