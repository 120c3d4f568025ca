import { compareModes } from '@veranda/core/assets/compare-modes.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { type CanInRoom } from '../access/use-room-actions.ts'
import { ChargebackBanner } from '../../../components/payment/chargeback-flag.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import {
  changeCompareMode,
  compareWith,
  findPreviousVersions,
  sceneRecordFor,
  updateScene,
  type WriteRecord,
} from './record-changes.ts'
import { PlacementFields } from './placement-fields.tsx'
import { type RoomParticipation } from '../connection/room-participation.ts'
import { AnnotationList } from './annotation-list.tsx'
import { ToolFields } from './tool-fields.tsx'
import { chooseVariant } from './variant-choices.ts'
import { type SharedScene } from '../scene/use-shared-scene.ts'
import styles from '../room.module.css'

type Props = {
  canvas: RoomCanvas | undefined
  participation: RoomParticipation
  shared: SharedScene
  versions: readonly RoomVersion[]
  can: CanInRoom
  write: WriteRecord
}

/** Shows the version in the scene with its comparison, placement, tools and annotations. */
export function VersionPanel({ canvas, participation, shared, versions, can, write }: Props) {
  const canPlace = can('place')
  const t = useTranslations('rooms')
  const { shown, version, newerVersion, variants } = shared
  if (versions.length === 0) {
    return <EmptyState compact level={2} icon="cube" title={t('canvas.empty')} text={t('canvas.empty.text')} />
  }
  const previousVersions = findPreviousVersions(versions, version)
  const assets = version?.assets ?? []

  function showVersion(next: RoomVersion, assetId = next.assets[0]?.id) {
    if (assetId !== undefined) void write<'scene'>('scene', sceneRecordFor(next, assetId))
  }

  function compare(id: string) {
    void write<'scene'>('scene', compareWith(id, { versions, version, assetId: shown?.assetId }))
  }

  return (
    <Stack gap={5}>
      {newerVersion && (
        <Banner
          tone="accent"
          announce
          action={
            canPlace ? (
              <Button size="small" onClick={() => showVersion(newerVersion)}>
                {t('version.newer.show')}
              </Button>
            ) : undefined
          }
        >
          {t('version.newer', { number: newerVersion.number, milestone: newerVersion.milestone.title })}
        </Banner>
      )}
      {version?.milestone.chargeback && (
        <ChargebackBanner flag={version.milestone.chargeback} reader={version.milestone.chargeback} />
      )}
      <ul className={styles.versions} aria-label={t('version.on')}>
        {versions.map((candidate) => (
          <li key={candidate.deliverableId}>
            <button
              type="button"
              className={styles.version}
              aria-pressed={candidate.deliverableId === shown?.deliverableId}
              disabled={!canPlace || candidate.draft}
              onClick={() => showVersion(candidate)}
            >
              <span>{t('version.number', { number: candidate.number })}</span>
              <bdi className={styles.quiet}>{candidate.milestone.title}</bdi>
              {candidate.draft && <span className={styles.quiet}>{t('version.draft')}</span>}
              {candidate.deliverableId === shown?.deliverableId && (
                <span className={styles.now}>{t('version.shown')}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {version && assets.length > 1 && (
        <Field label={t('version.which')}>
          <Select
            value={shown?.assetId ?? ''}
            disabled={!canPlace}
            options={assets.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => showVersion(version, event.target.value)}
          />
        </Field>
      )}
      {variants.length > 0 && (
        <Field label={t('version.variant')}>
          <Select
            value={variants.find(({ chosen }) => chosen)?.name ?? ''}
            disabled={!canPlace}
            options={variants.map(({ name, label }) => ({ value: name, label }))}
            onChange={({ target }) => void write<'scene'>('scene', chooseVariant(target.value, shown))}
          />
        </Field>
      )}
      {!canPlace && <p className={styles.quiet}>{t('version.guest')}</p>}
      {canPlace && shown && (
        <>
          {previousVersions.length > 0 && (
            <Stack gap={3}>
              <Field label={t('version.compare')}>
                <Select
                  value={shown.previous?.deliverableId ?? ''}
                  options={[
                    { value: '', label: t('version.compare.none') },
                    ...previousVersions.map(({ deliverableId, number }) => ({
                      value: deliverableId,
                      label: t('version.number', { number }),
                    })),
                  ]}
                  onChange={(event) => compare(event.target.value)}
                />
              </Field>
              {shown.previous && (
                <Field label={t('version.compare.how')}>
                  <Select
                    value={shown.compare}
                    options={compareModes.map((mode) => ({ value: mode, label: t(`version.compare.${mode}`) }))}
                    onChange={(event) => {
                      const mode = compareModes.find((known) => known === event.target.value) ?? 'map'
                      void write<'scene'>('scene', changeCompareMode(mode, canvas?.findBesidePlace))
                    }}
                  />
                </Field>
              )}
              {shown.compare === 'flip' && (
                <Switch
                  label={t('version.compare.flipped')}
                  checked={shown.flipped}
                  onChange={(flipped) => void write<'scene'>('scene', updateScene({ flipped }))}
                />
              )}
            </Stack>
          )}
          <PlacementFields
            canvas={canvas}
            participation={participation}
            placement={shared.placement}
            scaleFactor={shared.scaleFactor}
            write={write}
          />
          <ToolFields tools={shared.tools} write={write} />
          <AnnotationList
            participation={participation}
            canvas={canvas}
            shown={shown}
            tolerance={shared.tolerance}
            write={write}
          />
        </>
      )}
    </Stack>
  )
}
