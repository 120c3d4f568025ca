import { lightNames } from '@veranda/core/assets/light-names.ts'
import { type PanelRow } from '../../../../lib/panels/panel-model.ts'
import { updateTools, roomAxes } from '../../records/record-changes.ts'
import { childPanel, type PanelContext, type ScenePanel } from '../panel-context.ts'
import { setSectionAxis, stepExplode, stepSection, stepLightTurn, stepperRow, flipSection } from './step-changes.ts'

const coarseSteps = [-0.25, -0.05, 0.05, 0.25] as const
const turnSteps = [-45, -15, 15, 45] as const
const fineSteps = [-0.1, -0.01, 0.01, 0.1] as const

/** Builds the panel for explode, section, light and wireframe, which apply to everyone in the room. */
export function toolsPanel(context: PanelContext): ScenePanel {
  const { t, format, shared, write } = context
  const { explode, section, light, lightTurn, wireframe } = shared.tools
  const percent = (by: number) => format.percent(Math.abs(by))
  const degrees = (angle: number) => t('comfort.snap.degrees', { degrees: angle })
  const rows: PanelRow[] = [
    stepperRow('apart', { text: t('version.explode'), value: format.percent(explode) }, coarseSteps, percent),
    {
      id: 'cut',
      text: t('version.section'),
      buttons: [
        { id: 'cut:', label: t('version.section.none'), chosen: section === null },
        ...roomAxes.map((axis) => ({
          id: `cut:${axis}`,
          label: t(`version.section.${axis}`),
          chosen: section?.axis === axis,
        })),
      ],
    },
    ...(section
      ? [
          stepperRow('at', { text: t('version.section.at'), value: format.percent(section.at) }, fineSteps, percent),
          { id: 'turned', text: t('version.section.turned'), action: 'turned', chosen: section.turned },
        ]
      : []),
    {
      id: 'light',
      text: t('version.light'),
      buttons: lightNames.map((preset) => ({
        id: `light:${preset}`,
        label: t(`version.light.${preset}`),
        chosen: preset === light,
      })),
    },
    stepperRow(
      'around',
      { text: t('version.light.turn'), value: degrees(Math.round((lightTurn ?? 0) * 360)) },
      turnSteps,
      (by) => degrees(Math.abs(by)),
    ),
    { id: 'wires', text: t('version.wireframe'), action: 'wires', chosen: wireframe },
  ]
  return childPanel(
    context,
    { id: 'look', title: t('version.look'), rows },
    {
      apart: (by) => void write<'tools'>('tools', stepExplode(Number(by))),
      cut: (axis) => void write<'tools'>('tools', setSectionAxis(axis)),
      at: (by) => void write<'tools'>('tools', stepSection(Number(by))),
      turned: () => void write<'tools'>('tools', flipSection()),
      light: (name) => {
        const chosen = lightNames.find((preset) => preset === name)
        if (chosen) void write<'tools'>('tools', updateTools({ light: chosen }))
      },
      around: (by) => void write<'tools'>('tools', stepLightTurn(Number(by))),
      wires: () => void write<'tools'>('tools', updateTools({ wireframe: !wireframe })),
    },
  )
}
