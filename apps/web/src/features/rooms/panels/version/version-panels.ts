import { compareModes } from '@veranda/core/assets/compare-modes.ts'
import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type PanelRow } from '../../../../lib/panels/panel-model.ts'
import {
  changeCompareMode,
  compareWith,
  findPreviousVersions,
  sceneRecordFor,
  updateScene,
} from '../../records/record-changes.ts'
import { childPanel, type PanelContext, type ScenePanel } from '../panel-context.ts'
import { grabbedByText, sizeText } from './placement-panels.ts'
import { findAnnotations } from '../../records/annotations.ts'
import { chooseVariant } from '../../records/variant-choices.ts'

function showVersion(
  { write }: PanelContext,
  version: RoomVersion | undefined,
  assetId = version?.assets[0]?.id,
): void {
  if (version && assetId !== undefined) void write<'scene'>('scene', sceneRecordFor(version, assetId))
}

/** Builds the panel of the version in the scene, with links to its settings. */
export function versionPanel(context: PanelContext): ScenePanel {
  const { t, format, shared, can, values } = context
  const canPlace = can('place')
  const { version, newerVersion, shown, tools, variants } = shared
  const newerRows: PanelRow[] = newerVersion
    ? [
        {
          id: 'newer',
          text: t('version.newer', { number: newerVersion.number, milestone: newerVersion.milestone.title }),
          tone: 'accent',
          ...(canPlace ? { buttons: [{ id: 'newer', label: t('version.newer.show') }] } : {}),
        },
      ]
    : []
  const linkRow = (path: string, text: string, value?: string): PanelRow => ({
    id: path,
    text,
    ...(value === undefined ? {} : { value }),
    ...(canPlace ? { action: `to:version/${path}` } : {}),
  })
  const compareText = shown?.previous && shown.compare !== 'none' ? t(`version.compare.${shown.compare}`) : undefined
  const chargeback = context.chargebackText(version)
  const frozenRows: PanelRow[] = chargeback
    ? [{ id: 'frozen', text: chargeback.title, detail: chargeback.text, tone: 'warning' }]
    : []
  const rows = [
    ...frozenRows,
    ...newerRows,
    linkRow('versions', t('version.on'), version ? t('version.number', { number: version.number }) : undefined),
    ...(variants.length > 0
      ? [linkRow('variant', t('version.variant'), variants.find(({ chosen }) => chosen)?.label)]
      : []),
    ...(findPreviousVersions(context.versions, version).length > 0
      ? [linkRow('compare', t('version.compare'), compareText ?? t('version.compare.none'))]
      : []),
    linkRow('size', t('version.size'), sizeText(context)),
    linkRow('place', t('version.place'), grabbedByText(context)),
    linkRow('look', t('version.look'), toolsText()),
    linkRow('annotations', t('annotations'), format.number(findAnnotations(values, shown).length)),
  ]
  function toolsText(): string | undefined {
    if (tools.section) return t('version.section')
    return tools.explode > 0 ? format.percent(tools.explode) : undefined
  }
  const lead =
    context.versions.length === 0
      ? t('canvas.empty')
      : context.can('place')
        ? version?.milestone.title
        : t('version.guest')
  const model = { id: 'version', title: t('tab.version'), rows: context.versions.length === 0 ? [] : rows }
  return childPanel(
    context,
    { ...model, ...(lead === undefined ? {} : { lead }) },
    { newer: () => showVersion(context, newerVersion) },
  )
}

/** Builds the list of versions; those with several assets offer a choice. */
export function versionListPanel(context: PanelContext): ScenePanel {
  const { t, versions, shared } = context
  const { shown } = shared
  const rows = versions.map((candidate): PanelRow => {
    const isShown = candidate.deliverableId === shown?.deliverableId
    const assetButtons = candidate.assets.map(({ id, name }) => ({
      id: `asset:${id}`,
      label: name,
      chosen: isShown && id === shown?.assetId,
    }))
    return {
      id: candidate.deliverableId,
      text: t('version.number', { number: candidate.number }),
      detail: candidate.draft ? t('version.draft') : candidate.milestone.title,
      ...(isShown ? { value: t('version.shown'), tone: 'primary' } : {}),
      ...(candidate.draft ? {} : { action: `show:${candidate.deliverableId}` }),
      chosen: isShown,
      ...(assetButtons.length > 1 && !candidate.draft ? { buttons: assetButtons } : {}),
    }
  })
  return childPanel(
    context,
    { id: 'versions', title: t('version.on'), rows },
    {
      show: (id) =>
        showVersion(
          context,
          versions.find(({ deliverableId }) => deliverableId === id),
        ),
      asset: (id) =>
        showVersion(
          context,
          versions.find(({ assets }) => assets.some((asset) => asset.id === id)),
          id,
        ),
    },
  )
}

/** Builds the list of the variants that the asset in the scene offers. */
export function variantPanel(context: PanelContext): ScenePanel {
  const { t, shared, write } = context
  const { shown, variants } = shared
  // Names come from the model's file, so the rows are known by their place.
  const rows = variants.map(({ label, chosen }, index): PanelRow => {
    const id = String(index)
    return { id, text: label, action: `variant:${id}`, chosen, ...(chosen ? { tone: 'primary' } : {}) }
  })
  return childPanel(
    context,
    { id: 'variant', title: t('version.variant'), rows },
    {
      variant: (index) => {
        const choice = variants[Number(index)]
        if (choice) void write<'scene'>('scene', chooseVariant(choice.name, shown))
      },
    },
  )
}

/** Builds the panel that selects the previous version and the comparison mode. */
export function comparePanel(context: PanelContext): ScenePanel {
  const { t, shared, write } = context
  const { shown, version } = shared
  const previousVersions = findPreviousVersions(context.versions, version)
  const shownPreviousId = shown?.previous?.deliverableId
  const rows: PanelRow[] = [
    {
      id: 'previous',
      text: '',
      buttons: [
        { id: 'previous:', label: t('version.compare.none'), chosen: shownPreviousId === undefined },
        ...previousVersions.map(({ deliverableId, number }) => ({
          id: `previous:${deliverableId}`,
          label: t('version.number', { number }),
          chosen: shownPreviousId === deliverableId,
        })),
      ],
    },
  ]
  if (shown?.previous) {
    const buttons = compareModes.map((mode) => ({
      id: `how:${mode}`,
      label: t(`version.compare.${mode}`),
      chosen: shown.compare === mode,
    }))
    rows.push({ id: 'how', text: t('version.compare.how'), buttons })
    if (shown.compare === 'flip') {
      rows.push({ id: 'flipped', text: t('version.compare.flipped'), action: 'flipped', chosen: shown.flipped })
    }
  }

  function compare(id: string) {
    void write<'scene'>('scene', compareWith(id, { versions: context.versions, version, assetId: shown?.assetId }))
  }

  return childPanel(
    context,
    { id: 'compare', title: t('version.compare'), rows },
    {
      previous: compare,
      how: (name) => {
        const mode = compareModes.find((candidate) => candidate === name)
        if (mode) void write<'scene'>('scene', changeCompareMode(mode, context.canvas?.findBesidePlace))
      },
      flipped: () => void write<'scene'>('scene', updateScene({ flipped: shown?.flipped !== true })),
    },
  )
}
