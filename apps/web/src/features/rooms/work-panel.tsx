import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { useWords } from '../../lib/words.ts'
import { type RoomStage } from '../../parts/room-stage.ts'
import { counterpart, formersOf, showing, staging, type Write } from './changes.ts'
import { PlacementFields } from './placement-fields.tsx'
import { type RoomSession } from './room-session.ts'
import { ThingsList } from './things-list.tsx'
import { ToolFields } from './tool-fields.tsx'
import { type SharedStage } from './use-shared-stage.ts'
import styles from './room.module.css'

type Props = {
  stage: RoomStage | undefined
  session: RoomSession
  shared: SharedStage
  versions: readonly RoomVersion[]
  mayHost: boolean
  write: Write
}

const modes = ['flip', 'side', 'overlay', 'map'] as const

/** Which version stands on the stage, beside which former one, where, at which size, and what is looked at in it. */
export function WorkPanel({ stage, session, shared, versions, mayHost, write }: Props) {
  const t = useWords('rooms')
  const { shown, version, newer } = shared
  if (versions.length === 0) {
    return <EmptyState compact level={2} icon="cube" title={t('stage.empty')} text={t('stage.empty.text')} />
  }
  const formers = formersOf(versions, version)
  const works = version?.works ?? []

  function show(next: RoomVersion, workId = next.works[0]?.id) {
    if (workId !== undefined) void write<'stage'>('stage', showing(next, workId))
  }

  function compare(id: string) {
    const former = formers.find(({ deliverableId }) => deliverableId === id)
    const work = former && counterpart(former, works.find((one) => one.id === shown?.workId)?.name)
    const beside = former && work ? { deliverableId: former.deliverableId, workId: work.id } : null
    void write<'stage'>('stage', staging({ former: beside, compare: beside ? 'map' : 'none', flipped: false }))
  }

  return (
    <Stack gap={5}>
      {newer && (
        <Banner
          tone="accent"
          announce
          action={
            mayHost ? (
              <Button size="small" onClick={() => show(newer)}>
                {t('work.newer.show')}
              </Button>
            ) : undefined
          }
        >
          {t('work.newer', { number: newer.number, milestone: newer.milestone.title })}
        </Banner>
      )}
      <ul className={styles.versions} aria-label={t('work.on')}>
        {versions.map((one) => (
          <li key={one.deliverableId}>
            <button
              type="button"
              className={styles.version}
              aria-pressed={one.deliverableId === shown?.deliverableId}
              disabled={!mayHost || one.draft}
              onClick={() => show(one)}
            >
              <span>{t('work.version', { number: one.number })}</span>
              <bdi className={styles.quiet}>{one.milestone.title}</bdi>
              {one.draft && <span className={styles.quiet}>{t('work.draft')}</span>}
              {one.deliverableId === shown?.deliverableId && <span className={styles.now}>{t('work.shown')}</span>}
            </button>
          </li>
        ))}
      </ul>
      {version && works.length > 1 && (
        <Field label={t('work.which')}>
          <Select
            value={shown?.workId ?? ''}
            disabled={!mayHost}
            options={works.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => show(version, event.target.value)}
          />
        </Field>
      )}
      {!mayHost && <p className={styles.quiet}>{t('work.guest')}</p>}
      {mayHost && shown && (
        <>
          {formers.length > 0 && (
            <Stack gap={3}>
              <Field label={t('work.compare')}>
                <Select
                  value={shown.former?.deliverableId ?? ''}
                  options={[
                    { value: '', label: t('work.compare.none') },
                    ...formers.map(({ deliverableId, number }) => ({
                      value: deliverableId,
                      label: t('work.version', { number }),
                    })),
                  ]}
                  onChange={(event) => compare(event.target.value)}
                />
              </Field>
              {shown.former && (
                <Field label={t('work.compare.how')}>
                  <Select
                    value={shown.compare}
                    options={modes.map((mode) => ({ value: mode, label: t(`work.compare.${mode}`) }))}
                    onChange={(event) => {
                      const mode = modes.find((known) => known === event.target.value) ?? 'map'
                      void write<'stage'>('stage', staging({ compare: mode }))
                    }}
                  />
                </Field>
              )}
              {shown.compare === 'flip' && (
                <Switch
                  label={t('work.compare.flipped')}
                  checked={shown.flipped}
                  onChange={(flipped) => void write<'stage'>('stage', staging({ flipped }))}
                />
              )}
            </Stack>
          )}
          <PlacementFields stage={stage} session={session} placement={shared.placement} write={write} />
          <ToolFields tools={shared.tools} write={write} />
          <ThingsList
            session={session}
            stage={stage}
            workId={shown.workId}
            tolerance={shared.tolerance}
            write={write}
          />
        </>
      )}
    </Stack>
  )
}
