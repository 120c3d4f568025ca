import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { Picture } from '../../../components/picture.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { VersionTag } from '../version-tag.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { markAssetSeen } from '../../../components/assets/seen-assets.ts'
import { AssetTiles } from '../../../components/assets/asset-tiles.tsx'
import { LimitChecks } from './limit-checks.tsx'
import { modelAssetsOf } from '../pins/pin-view-model.ts'
import styles from './version-view.module.css'

const tones: Record<Deliverable['state'], Tone> = {
  draft: 'neutral',
  submitted: 'info',
  withdrawn: 'neutral',
  changes_requested: 'warning',
  approved: 'success',
}

/** Renders one exact version: its 3D model if it has one, its images, notes and hash. */
export function VersionView({ version, modelViewer }: { version: Deliverable; modelViewer?: ReactNode }) {
  const t = useTranslations('commissions')
  const [chosen, setChosen] = useState<number>()
  // The model is shown first, without one the first image.
  const file = version.files[chosen ?? (modelViewer ? -1 : 0)]
  const modelIds = new Set(modelViewer ? modelAssetsOf(version).map(({ id }) => id) : [])
  return (
    <Card className={styles.card}>
      {!file && modelViewer}
      {file && (
        <a className={styles.preview} href={file.sourceUrl ?? file.url} target="_blank" rel="noreferrer">
          {/* What is judged is shown in full. */}
          <img
            className={styles.image}
            src={file.url}
            width={file.width}
            height={file.height}
            alt={t('version.image', { name: file.name, number: version.number })}
            onLoad={() => markAssetSeen(file.id)}
          />
        </a>
      )}
      {version.files.length > (modelViewer ? 0 : 1) && (
        <div className={styles.strip} role="group" aria-label={t('version.images')}>
          {modelViewer && (
            <button
              type="button"
              className={styles.thumb}
              aria-pressed={!file}
              aria-label={t('version.model')}
              onClick={() => setChosen(undefined)}
            >
              <Icon name="cube" />
            </button>
          )}
          {version.files.map((one, index) => (
            <button
              key={one.id}
              type="button"
              className={styles.thumb}
              aria-pressed={one === file}
              aria-label={t('version.show', { name: one.name })}
              onClick={() => setChosen(index)}
            >
              <Picture src={one.url} alt="" sizes="96px" />
            </button>
          ))}
        </div>
      )}
      <Stack gap={3} className={styles.about}>
        <Inline justify="between" wrap gap={3}>
          <Inline gap={3}>
            <VersionTag number={version.number} hash={version.hash} />
            <Chip tone={tones[version.state]}>{t(`version.${version.state}`)}</Chip>
          </Inline>
          <span className={styles.quiet}>
            <Timestamp at={version.createdAt} show="moment" />
          </span>
        </Inline>
        <p className={styles.notes} dir="auto">
          {version.notes}
        </p>
        <AssetTiles assets={version.assets.filter(({ id }) => !modelIds.has(id))} label={t('version.assets')} />
        <LimitChecks checks={version.limits} />
      </Stack>
    </Card>
  )
}
