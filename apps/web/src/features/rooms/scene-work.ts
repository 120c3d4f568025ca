import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type PanelRow } from '@veranda/core/rooms/panel-model.ts'
import { counterpart, formersOf, showing, staging } from './changes.ts'
import { behind, type SceneNow, type ScenePanel } from './scene-now.ts'
import { heldBy, sizeOf } from './scene-place.ts'
import { thingsOf } from './things.ts'

const modes = ['flip', 'side', 'overlay', 'map'] as const

function show({ write }: SceneNow, version: RoomVersion | undefined, workId = version?.works[0]?.id): void {
  if (version && workId !== undefined) void write<'stage'>('stage', showing(version, workId))
}

/** What stands on the stage and how it is looked at, each as a way to its panel. */
export function workPanel(scene: SceneNow): ScenePanel {
  const { t, format, shared, mayHost, values } = scene
  const { version, newer, shown, tools } = shared
  const came: PanelRow[] = newer
    ? [
        {
          id: 'newer',
          text: t('work.newer', { number: newer.number, milestone: newer.milestone.title }),
          tone: 'accent',
          ...(mayHost ? { buttons: [{ id: 'newer', label: t('work.newer.show') }] } : {}),
        },
      ]
    : []
  const way = (stop: string, text: string, value?: string): PanelRow => ({
    id: stop,
    text,
    ...(value === undefined ? {} : { value }),
    ...(mayHost ? { action: `to:work/${stop}` } : {}),
  })
  const compared = shown?.former && shown.compare !== 'none' ? t(`work.compare.${shown.compare}`) : undefined
  const rows = [
    ...came,
    way('versions', t('work.on'), version ? t('work.version', { number: version.number }) : undefined),
    ...(formersOf(scene.versions, version).length > 0
      ? [way('compare', t('work.compare'), compared ?? t('work.compare.none'))]
      : []),
    way('size', t('work.size'), sizeOf(scene)),
    way('place', t('work.place'), heldBy(scene)),
    way('look', t('work.look'), looked()),
    way('things', t('work.things'), format.number(thingsOf(values, shown?.workId).length)),
  ]
  function looked(): string | undefined {
    if (tools.section) return t('work.section')
    return tools.explode > 0 ? format.percent(tools.explode) : undefined
  }
  const lead = scene.versions.length === 0 ? t('stage.empty') : mayHost ? version?.milestone.title : t('work.guest')
  const model = { id: 'work', title: t('tab.work'), rows: scene.versions.length === 0 ? [] : rows }
  return behind(scene, { ...model, ...(lead === undefined ? {} : { lead }) }, { newer: () => show(scene, newer) })
}

/** Every version; one with several works lets choose among them. */
export function versionsPanel(scene: SceneNow): ScenePanel {
  const { t, versions, shared } = scene
  const { shown } = shared
  const rows = versions.map((one): PanelRow => {
    const on = one.deliverableId === shown?.deliverableId
    const works = one.works.map(({ id, name }) => ({
      id: `work:${id}`,
      label: name,
      chosen: on && id === shown?.workId,
    }))
    return {
      id: one.deliverableId,
      text: t('work.version', { number: one.number }),
      detail: one.draft ? t('work.draft') : one.milestone.title,
      ...(on ? { value: t('work.shown'), tone: 'primary' } : {}),
      ...(one.draft ? {} : { action: `show:${one.deliverableId}` }),
      chosen: on,
      ...(works.length > 1 && !one.draft ? { buttons: works } : {}),
    }
  })
  return behind(
    scene,
    { id: 'versions', title: t('work.on'), rows },
    {
      show: (id) =>
        show(
          scene,
          versions.find(({ deliverableId }) => deliverableId === id),
        ),
      work: (id) =>
        show(
          scene,
          versions.find(({ works }) => works.some((work) => work.id === id)),
          id,
        ),
    },
  )
}

/** Which former version stands beside it, and how the two are looked at. */
export function comparePanel(scene: SceneNow): ScenePanel {
  const { t, shared, write } = scene
  const { shown, version } = shared
  const formers = formersOf(scene.versions, version)
  const beside = shown?.former?.deliverableId
  const rows: PanelRow[] = [
    {
      id: 'former',
      text: '',
      buttons: [
        { id: 'former:', label: t('work.compare.none'), chosen: beside === undefined },
        ...formers.map(({ deliverableId, number }) => ({
          id: `former:${deliverableId}`,
          label: t('work.version', { number }),
          chosen: beside === deliverableId,
        })),
      ],
    },
  ]
  if (shown?.former) {
    const buttons = modes.map((mode) => ({
      id: `how:${mode}`,
      label: t(`work.compare.${mode}`),
      chosen: shown.compare === mode,
    }))
    rows.push({ id: 'how', text: t('work.compare.how'), buttons })
    if (shown.compare === 'flip') {
      rows.push({ id: 'flipped', text: t('work.compare.flipped'), action: 'flipped', chosen: shown.flipped })
    }
  }

  function compare(id: string) {
    const former = formers.find(({ deliverableId }) => deliverableId === id)
    const name = version?.works.find((one) => one.id === shown?.workId)?.name
    const work = former && counterpart(former, name)
    const next = former && work ? { deliverableId: former.deliverableId, workId: work.id } : null
    void write<'stage'>('stage', staging({ former: next, compare: next ? 'map' : 'none', flipped: false }))
  }

  return behind(
    scene,
    { id: 'compare', title: t('work.compare'), rows },
    {
      former: compare,
      how: (name) => {
        const mode = modes.find((one) => one === name)
        if (mode) void write<'stage'>('stage', staging({ compare: mode }))
      },
      flipped: () => void write<'stage'>('stage', staging({ flipped: shown?.flipped !== true })),
    },
  )
}
