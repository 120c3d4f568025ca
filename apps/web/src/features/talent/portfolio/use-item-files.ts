import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { coverFirst } from '@veranda/core/talent/portfolio/portfolio.ts'
import { useState } from 'react'
import { type AssetUploads } from '../../../components/assets/use-asset-uploads.ts'
import { type ImageUploads } from '../../../components/assets/use-image-uploads.ts'

type StoredFile = Profile['portfolio'][number]['files'][number]

/** A file of an item in its form: one that it has, or an upload that is ready. */
type FormFile = {
  readonly key: string
  readonly name: string | null
  readonly image: string | null
  readonly is3d: boolean
  readonly body: { readonly id: string | null; readonly fileId: string | null; readonly assetId: string | null }
  /** Takes an upload away, too. */
  discard: () => void
}

export type ItemFiles = ReturnType<typeof useItemFiles>

/** Returns the files of an item in the form, in the order in which they are saved, those in 3D first. */
export function useItemFiles(
  stored: readonly StoredFile[],
  { images, models }: { images: ImageUploads; models: AssetUploads },
) {
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [order, setOrder] = useState<readonly string[]>([])
  const all: FormFile[] = [
    ...stored.map(({ id, image, asset }) => ({
      key: id,
      name: asset?.name ?? null,
      image,
      is3d: asset?.kind === 'model',
      body: { id, fileId: null, assetId: null },
      discard: () => undefined,
    })),
    ...models.items.flatMap(({ key, asset }) =>
      asset?.state === 'ready' && asset.kind === 'model' && asset.thumbnail !== null
        ? [
            {
              key,
              name: asset.name,
              image: asset.thumbnail,
              is3d: true,
              body: { id: null, fileId: null, assetId: asset.id },
              discard: () => models.remove(key),
            },
          ]
        : [],
    ),
    ...images.items.flatMap(({ key, name, stored: file }) =>
      file
        ? [
            {
              key,
              name,
              image: file.url,
              is3d: false,
              body: { id: null, fileId: file.id, assetId: null },
              discard: () => images.remove(key),
            },
          ]
        : [],
    ),
  ]
  const kept = all.filter(({ key }) => !removed.includes(key))
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  const shown = coverFirst(kept.toSorted((a, b) => place(a.key) - place(b.key)))
  return {
    shown,
    body: shown.map((file) => file.body),
    move(key: string, before: string | null) {
      const others = shown.map((file) => file.key).filter((other) => other !== key)
      setOrder(others.toSpliced(before === null ? others.length : others.indexOf(before), 0, key))
    },
    remove(key: string) {
      setRemoved([...removed, key])
      all.find((file) => file.key === key)?.discard()
    },
  }
}
