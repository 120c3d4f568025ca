import { type PanelRow } from '@veranda/core/rooms/panel-model.ts'
import { looking } from './changes.ts'
import { behind, type SceneNow, type ScenePanel } from './scene-now.ts'
import { cutAcross, stepApart, stepCut, stepsRow, turnCut } from './scene-steps.ts'

const lights = ['studio', 'daylight', 'dusk'] as const
const axes = ['x', 'y', 'z'] as const
const coarse = [-0.25, -0.05, 0.05, 0.25] as const
const fine = [-0.1, -0.01, 0.01, 0.1] as const

/** Taken apart, cut, lit, as wires: the same for all who are in the room. */
export function lookPanel(scene: SceneNow): ScenePanel {
  const { t, format, shared, write } = scene
  const { explode, section, light, wireframe } = shared.tools
  const percent = (by: number) => format.percent(Math.abs(by))
  const rows: PanelRow[] = [
    stepsRow('apart', { text: t('work.explode'), value: format.percent(explode) }, coarse, percent),
    {
      id: 'cut',
      text: t('work.section'),
      buttons: [
        { id: 'cut:', label: t('work.section.none'), chosen: section === null },
        ...axes.map((axis) => ({
          id: `cut:${axis}`,
          label: t(`work.section.${axis}`),
          chosen: section?.axis === axis,
        })),
      ],
    },
    ...(section
      ? [
          stepsRow('at', { text: t('work.section.at'), value: format.percent(section.at) }, fine, percent),
          { id: 'turned', text: t('work.section.turned'), action: 'turned', chosen: section.turned },
        ]
      : []),
    {
      id: 'light',
      text: t('work.light'),
      buttons: lights.map((one) => ({ id: `light:${one}`, label: t(`work.light.${one}`), chosen: one === light })),
    },
    { id: 'wires', text: t('work.wireframe'), action: 'wires', chosen: wireframe },
  ]
  return behind(
    scene,
    { id: 'look', title: t('work.look'), rows },
    {
      apart: (by) => void write<'tools'>('tools', stepApart(Number(by))),
      cut: (axis) => void write<'tools'>('tools', cutAcross(axis)),
      at: (by) => void write<'tools'>('tools', stepCut(Number(by))),
      turned: () => void write<'tools'>('tools', turnCut()),
      light: (name) => {
        const chosen = lights.find((one) => one === name)
        if (chosen) void write<'tools'>('tools', looking({ light: chosen }))
      },
      wires: () => void write<'tools'>('tools', looking({ wireframe: !wireframe })),
    },
  )
}
