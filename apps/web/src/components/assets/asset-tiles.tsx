import { readAssetSource } from '@veranda/contract/assets/routes.ts'
import { type Attachment } from '@veranda/contract/assets/schemas.ts'
import { type IconName } from '@veranda/ui/icon-paths.ts'
import { cx } from '@veranda/ui/cx.ts'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Picture } from '../picture.tsx'
import { useState } from 'react'
import { buildSettings } from '../../lib/build-settings.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { FileSummary } from './file-row.tsx'
import { useFileSizeText } from './file-size.ts'
import { AssetPreview } from './asset-preview.tsx'
import styles from './asset-tiles.module.css'

const kindIcons: Record<Attachment['kind'], IconName> = {
  model: 'cube',
  image: 'image',
  video: 'file',
  document: 'file',
  archive: 'file',
}

type Props = {
  assets: readonly Attachment[]
  label: string
  /** Shows models, images and videos large enough to be seen in place. */
  large?: boolean
}

/** Shows assets as tiles that open on click: a model to rotate, an image in full, a video to play. */
export function AssetTiles({ assets, label, large = false }: Props) {
  const t = useTranslations('assets')
  const sizeText = useFileSizeText()
  const [openedAsset, setOpenedAsset] = useState<Attachment>()
  if (assets.length === 0) return null
  const describe = ({ kind, bytes }: Attachment) => `${t(`kind.${kind}`)} · ${sizeText(bytes)}`
  return (
    <>
      <ul className={styles.tiles} aria-label={label}>
        {assets.map((asset) => (
          <li key={asset.id}>
            <button
              type="button"
              className={cx(styles.tile, large && hasPreview(asset) && styles.large)}
              aria-label={`${t('open', { name: asset.name })} ${describe(asset)}`}
              onClick={() => setOpenedAsset(asset)}
            >
              {large && <Preview asset={asset} />}
              <FileSummary
                icon={kindIcons[asset.kind]}
                thumbnail={large && hasPreview(asset) ? undefined : asset.thumbnail}
                name={asset.name}
              >
                <span className={styles.quiet}>{describe(asset)}</span>
              </FileSummary>
            </button>
          </li>
        ))}
      </ul>
      <Dialog
        open={openedAsset !== undefined}
        onClose={() => setOpenedAsset(undefined)}
        size="wide"
        title={openedAsset?.name ?? label}
      >
        {openedAsset && <AssetPreview id={openedAsset.id} name={openedAsset.name} thumbnail={openedAsset.thumbnail} />}
      </Dialog>
    </>
  )
}

/** Returns whether an asset can be previewed without opening it. */
function hasPreview({ kind, thumbnail }: Attachment): boolean {
  return thumbnail !== null || kind === 'video'
}

/** Shows the preview of an asset in a frame whose size is known before it has loaded. */
function Preview({ asset: { id, kind, thumbnail } }: { asset: Attachment }) {
  if (thumbnail !== null)
    return <Picture className={styles.preview} src={thumbnail} alt="" sizes="(max-width: 599.95px) 80vw, 320px" />
  if (kind !== 'video') return null
  // Muted, not playable here and labelled by its button; it shows only the first frame.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return (
    <video
      className={styles.preview}
      src={`${sourceUrlOf(id)}#t=0.1`}
      preload="metadata"
      muted
      playsInline
      tabIndex={-1}
    />
  )
}

function sourceUrlOf(id: string): string {
  return `${buildSettings.apiUrl}${readAssetSource.path.replace(':id', id)}`
}
