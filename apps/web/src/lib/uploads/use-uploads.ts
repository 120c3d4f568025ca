import { useEffect } from 'react'
import { sessionStore } from '../session/session.ts'
import { createStore, useStore } from '../store.ts'
import { openUploadClient, type UploadItem, type UploadClient } from './upload-client.ts'

const noItems = createStore<readonly UploadItem[]>([])
const currentClient = createStore<UploadClient | undefined>(undefined)
let opening: { userId: string; client: Promise<UploadClient> } | undefined

sessionStore.subscribe(() => {
  if (sessionStore.get().status !== 'out') return
  void opening?.client.then((client) => client.close())
  opening = undefined
  currentClient.set(undefined)
})

async function getUploadClient(): Promise<UploadClient> {
  const userId = sessionStore.get().user?.id
  if (userId === undefined) throw new Error('no user is signed in')
  if (opening?.userId !== userId) {
    opening = { userId: userId, client: openUploadClient(userId) }
    currentClient.set(await opening.client)
  }
  return opening.client
}

/** Returns the user's uploads of a scope, and resumes them when mounted. */
export function useUploads(scope: string) {
  useEffect(() => void getUploadClient().catch(() => {}), [])
  const items = useStore(useStore(currentClient)?.items ?? noItems).filter((item) => item.scope === scope)
  return { items, withClient: (use: (client: UploadClient) => unknown) => void getUploadClient().then(use) }
}
