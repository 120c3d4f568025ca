import { assetUpdate } from '@veranda/contract/assets/events.ts'
import { readAsset, removeAsset } from '@veranda/contract/assets/routes.ts'
import { type UploadPurpose, type AssetSummary } from '@veranda/contract/assets/schemas.ts'
import { useEffect } from 'react'
import { call } from '../../lib/api/call.ts'
import { on } from '../../lib/realtime.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { uploadedId, type UploadItem } from '../../lib/uploads/upload-client.ts'
import { useUploads } from '../../lib/uploads/use-uploads.ts'

/** Assets of finished uploads, by id. */
const assetsById = createStore<ReadonlyMap<string, AssetSummary>>(new Map())
sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'out') assetsById.set(new Map())
})
const rememberAsset = (asset: AssetSummary) => assetsById.set(new Map(assetsById.get()).set(asset.id, asset))

on('asset_update', assetUpdate, rememberAsset)

/** An upload, and its asset once it has been uploaded. */
export type AssetUpload = UploadItem & { readonly asset: AssetSummary | undefined }

const pollIntervalMs = 1_500
const finalStates = new Set<AssetSummary['state']>(['ready', 'refused'])

/** Returns the uploads of a scope and follows each until it is ready or refused. */
export function useAssetUploads(scope: string, purpose: UploadPurpose) {
  const { items, withClient } = useUploads(scope)
  const assets = useStore(assetsById)
  const ids = items.flatMap((item) => (item.state === 'uploaded' ? (uploadedId(item) ?? []) : []))
  const pendingIds = ids.filter((id) => !finalStates.has(assets.get(id)?.state ?? 'waiting')).join(' ')
  useEffect(() => {
    const abort = new AbortController()
    const read = async () => {
      for (const id of pendingIds.split(' ').filter(Boolean)) {
        rememberAsset(await call(readAsset, { params: { id } }, { signal: abort.signal }))
      }
    }
    // Polls in case a realtime event was missed.
    const timer = pendingIds === '' ? undefined : setInterval(() => void read().catch(() => {}), pollIntervalMs)
    void read().catch(() => {})
    return () => {
      clearInterval(timer)
      abort.abort()
    }
  }, [pendingIds])
  const assetUploads = items.map((item): AssetUpload => ({ ...item, asset: assets.get(uploadedId(item) ?? '') }))

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
      const id = item?.state === 'uploaded' ? uploadedId(item) : undefined
      withClient((client) => client.remove(key))
      // The server keeps an asset that is in use; any other would only count towards the quota.
      if (id !== undefined) void call(removeAsset, { params: { id } }).catch(() => undefined)
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
