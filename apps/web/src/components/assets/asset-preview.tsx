import { type Asset } from '@veranda/contract/assets/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { QueryError } from '../page/query-boundary.tsx'
import { Viewer } from '../viewer/viewer.tsx'
import { markAssetSeen } from './seen-assets.ts'
import { useAsset } from './use-asset.ts'
import styles from './asset-tiles.module.css'

type Props = { id: string; name: string; thumbnail: string | null }

/** Previews an asset by its kind, with a link to the original where the user may download it. */
export function AssetPreview({ id, name, thumbnail }: Props) {
  const t = useTranslations('assets')
  const { data, error, refetch } = useAsset(id)
  if (error) return <QueryError problem={error} errorTitle={t('preview.failed')} retry={() => void refetch()} />
  if (!data) return <Skeleton shape="block" height="320px" />
  return (
    <div className={styles.fullPreview}>
      <AssetContent asset={data} name={name} thumbnail={thumbnail} />
      {data.sourceUrl && (
        <p>
          <Anchor href={data.sourceUrl} target="_blank" rel="noreferrer">
            {t('original')}
          </Anchor>
        </p>
      )}
    </div>
  )
}

function AssetContent({ asset, name, thumbnail }: { asset: Asset; name: string; thumbnail: string | null }) {
  const t = useTranslations('assets')
  const seen = () => markAssetSeen(asset.id)
  if (asset.model && asset.facts) {
    return <Viewer id={asset.id} name={name} url={asset.model.url} thumbnail={thumbnail} facts={asset.facts} />
  }
  if (asset.kind === 'video' && asset.sourceUrl) {
    const { sourceUrl } = asset
    return (
      // Uploaded videos come without a caption track.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video className={styles.video} src={sourceUrl} controls preload="metadata" aria-label={name} onPlaying={seen} />
    )
  }
  if (asset.kind === 'image') {
    const imageUrl = asset.sourceUrl ?? asset.thumbnail
    if (imageUrl) return <img className={styles.video} src={imageUrl} alt={name} onLoad={seen} />
  }
  // A picture of something else is not the thing itself.
  if (asset.thumbnail) return <img className={styles.video} src={asset.thumbnail} alt={name} />
  return <p className={styles.quiet}>{t('preview.none')}</p>
}
