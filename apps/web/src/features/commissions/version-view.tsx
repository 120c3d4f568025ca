import { type Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { type ReactNode, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { VersionTag } from '../../parts/version-tag.tsx'
import { When } from '../../parts/when.tsx'
import { WorkTiles } from '../../parts/work-tiles.tsx'
import { LimitChecks } from './limit-checks.tsx'
import { modelsOf } from './pin-look.ts'
import styles from './version-view.module.css'

const tones: Record<Deliverable['state'], Tone> = {
  draft: 'neutral',
  submitted: 'info',
  withdrawn: 'neutral',
  changes_requested: 'warning',
  approved: 'success',
}

/** One exact version of the work: in three dimensions where there is a model, its pictures, its notes, its hash. */
export function VersionView({ version, work }: { version: Deliverable; work?: ReactNode }) {
  const t = useWords('projects')
  const [chosen, setChosen] = useState<number>()
  // A model comes first; without one the first picture does.
  const file = version.files[chosen ?? (work ? -1 : 0)]
  const seen = new Set(work ? modelsOf(version).map(({ id }) => id) : [])
  return (
    <Card className={styles.card}>
      {!file && work}
      {file && (
        <a className={styles.stage} href={file.originalUrl ?? file.url} target="_blank" rel="noreferrer">
          <img
            className={styles.picture}
            src={file.url}
            width={file.width}
            height={file.height}
            alt={t('version.picture', { name: file.name, number: version.number })}
          />
        </a>
      )}
      {version.files.length > (work ? 0 : 1) && (
        <div className={styles.strip} role="group" aria-label={t('version.pictures')}>
          {work && (
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
              <img src={one.url} alt="" loading="lazy" />
            </button>
          ))}
        </div>
      )}
      <Stack gap={3} className={styles.about}>
        <Line justify="between" wrap gap={3}>
          <Line gap={3}>
            <VersionTag number={version.number} hash={version.hash} />
            <Chip tone={tones[version.state]}>{t(`version.${version.state}`)}</Chip>
          </Line>
          <span className={styles.quiet}>
            <When at={version.createdAt} show="moment" />
          </span>
        </Line>
        <p className={styles.notes} dir="auto">
          {version.notes}
        </p>
        <WorkTiles works={version.works.filter(({ id }) => !seen.has(id))} label={t('version.works')} />
        <LimitChecks checks={version.limits} />
      </Stack>
    </Card>
  )
}
