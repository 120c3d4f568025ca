import { assetChanged, assetProgressed } from '@veranda/contract/assets/events.ts'
import { readAsset, removeAsset } from '@veranda/contract/assets/routes.ts'
import { type UploadPurpose, type AssetSummary } from '@veranda/contract/assets/schemas.ts'
import { useEffect } from 'react'
import { call } from '../../lib/api/call.ts'
import { on, onResume } from '../../lib/realtime/realtime.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { type UploadItem } from '../../lib/uploads/upload-client.ts'
import { useUploads } from '../../lib/uploads/use-uploads.ts'

/** Assets of finished uploads, by id. */
const assetsById = createStore<ReadonlyMap<string, AssetSummary>>(new Map())
sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'out') assetsById.set(new Map())
})
const finalStates = new Set<AssetSummary['state']>(['ready', 'refused'])

/** Remembers an asset, unless a read that was slower than a later one comes after its final state. */
function rememberAsset(asset: AssetSummary): void {
  const known = assetsById.get().get(asset.id)
  if (known && finalStates.has(known.state) && !finalStates.has(asset.state)) return
  assetsById.set(new Map(assetsById.get()).set(asset.id, asset))
}

on(assetProgressed, ({ id, ...progress }) => {
  const asset = assetsById.get().get(id)
  if (asset && asset.state !== 'ready' && asset.state !== 'refused') rememberAsset({ ...asset, ...progress })
})

/** An upload, and its asset once it has been uploaded. */
export type AssetUpload = UploadItem & { readonly asset: AssetSummary | undefined }

/** Returns the uploads of a scope and follows each until it is ready or refused. */
export function useAssetUploads(scope: string, purpose: UploadPurpose) {
  const { items, withClient } = useUploads(scope)
  const assets = useStore(assetsById)
  const ids = items.flatMap((item) => (item.state === 'uploaded' ? item.id : []))
  const pendingIds = ids.filter((id) => !finalStates.has(assets.get(id)?.state ?? 'waiting')).join(' ')
  useEffect(() => {
    if (pendingIds === '') return undefined
    const abort = new AbortController()
    const pending = pendingIds.split(' ')
    const read = (id: string) =>
      void call(readAsset, { params: { id } }, { signal: abort.signal }).then(rememberAsset, () => undefined)
    const unsubscribers = [
      on(assetChanged, ({ id }) => {
        if (pending.includes(id)) read(id)
      }),
      // A read that failed while the connection was lost.
      onResume(() => pending.forEach(read)),
    ]
    pending.forEach(read)
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
      abort.abort()
    }
  }, [pendingIds])
  const assetUploads = items.map((item): AssetUpload => ({
    ...item,
    asset: item.state === 'uploaded' ? assets.get(item.id) : undefined,
  }))

  return {
    items: assetUploads,
    add: (files: Iterable<File>) => {
      // A FileList is cleared with its input.
      const kept = [...files]
      withClient((client) => client.add(scope, purpose, kept))
    },
    retry: (key: string) => withClient((client) => client.retry(key)),
    remove: (key: string) => {
      const item = items.find((one) => one.key === key)
      withClient((client) => client.remove(key))
      // The server keeps an asset that is in use; any other would only count towards the quota.
      if (item?.state === 'uploaded') void call(removeAsset, { params: { id: item.id } }).catch(() => undefined)
    },
    clear: () => withClient((client) => client.clear(scope)),
    ready: assetUploads.flatMap(({ asset }) => (asset?.state === 'ready' ? [asset] : [])),
    busy: assetUploads.some(
      ({ state, asset }) =>
        state === 'sending' ||
        state === 'waiting' ||
        (state === 'uploaded' && asset?.state !== 'ready' && asset?.state !== 'refused'),
    ),
  }
}

export type AssetUploads = ReturnType<typeof useAssetUploads>
