import { type PlacementRecord } from '@veranda/contract/rooms/records.ts'
import { type PanelRow } from '@veranda/core/rooms/panel-model.ts'
import { asHighAs } from './changes.ts'
import { behind, type SceneNow, type ScenePanel } from './scene-now.ts'
import { stepAside, stepRound, stepsRow, stepUp } from './scene-steps.ts'

const kinds = ['true', 'doll-house', 'height'] as const
const axes = ['x', 'y', 'z'] as const
/** Of a small thing, a table, a chair's back, a person: in metres. */
const usual = [0.3, 0.75, 1, 1.5, 1.8] as const
const metres = [-0.1, -0.01, 0.01, 0.1] as const
const degrees = [-15, -1, 1, 15] as const
const turn = 180 / Math.PI

function placementOf({ shared, stage }: SceneNow): PlacementRecord {
  return shared.placement ?? stage?.placement() ?? { position: [0, 0, -2], yaw: 0, size: { kind: 'true' } }
}

/** Who else has a hand on the work. */
export function heldBy({ line, t }: SceneNow): string | undefined {
  const by = line.holds.get('placement')
  if (by === undefined || by === line.slot) return undefined
  const name = line.members.get(by)?.label
  return name === undefined ? undefined : t('work.place.held', { name })
}

/** How large the work stands, in few words. */
export function sizeOf(scene: SceneNow): string {
  const { size } = placementOf(scene)
  if (size.kind === 'height') return scene.lengths.metres(size.metres)
  if (size.kind === 'factor') return scene.format.percent(size.factor)
  return scene.t(`work.size.${size.kind}`)
}

/** True scale, on the table, or as high as wanted, by steps and by usual heights. */
export function sizePanel(scene: SceneNow): ScenePanel {
  const { t, lengths, stage, write } = scene
  const at = placementOf(scene)
  const held = heldBy(scene)
  const disabled = held !== undefined
  const { size } = at
  const buttons = kinds.map((kind) => ({
    id: `kind:${kind}`,
    label: t(`work.size.${kind}`),
    chosen: kind === size.kind,
    disabled,
  }))
  const rows: PanelRow[] = [{ id: 'kind', text: '', buttons }]
  if (size.kind === 'height') {
    const high = { text: t('work.size.metres'), value: lengths.metres(size.metres) }
    rows.push(
      stepsRow('high', high, metres, (by) => centimetres(scene, by), disabled),
      {
        id: 'usual',
        text: t('scene.size.usual'),
        buttons: usual.map((one) => ({
          id: `usual:${one}`,
          label: lengths.metres(one),
          chosen: one === size.metres,
          disabled,
        })),
      },
    )
  }

  function choose(kind: string) {
    const wanted: PlacementRecord['size'] =
      kind === 'height' ? { kind, metres: 1.5 } : { kind: kind === 'doll-house' ? kind : 'true' }
    void write<'placement'>('placement', stage?.placementFor(wanted) ?? { ...at, size: wanted })
  }

  return behind(
    scene,
    { id: 'size', title: t('work.size'), rows, ...(held === undefined ? {} : { lead: held }) },
    {
      kind: choose,
      high: (by) => void write<'placement'>('placement', stepUp(Number(by), at)),
      usual: (high) => void write<'placement'>('placement', asHighAs(Number(high), at)),
    },
  )
}

/** Where the work stands and how it is turned, in exact steps. */
export function placePanel(scene: SceneNow): ScenePanel {
  const { t, lengths, format, write } = scene
  const at = placementOf(scene)
  const held = heldBy(scene)
  const disabled = held !== undefined
  const rows = axes.map((axis, index) => {
    const words = { text: t(`scene.place.${axis}`), value: lengths.metres(at.position[index] ?? 0) }
    return stepsRow(axis, words, metres, (by) => centimetres(scene, by), disabled)
  })
  const angle = `${format.number(Math.round(at.yaw * turn * 10) / 10)}°`
  const turned = { text: t('scene.place.turn'), value: angle }
  rows.push(stepsRow('turn', turned, degrees, (by) => `${format.number(Math.abs(by))}°`, disabled))
  const aside = (axis: number) => (by: string) => void write<'placement'>('placement', stepAside(axis, Number(by), at))
  return behind(
    scene,
    { id: 'place', title: t('work.place'), rows, ...(held === undefined ? {} : { lead: held }) },
    {
      x: aside(0),
      y: aside(1),
      z: aside(2),
      turn: (by) => void write<'placement'>('placement', stepRound(Number(by), at)),
    },
  )
}

function centimetres({ t, format }: SceneNow, by: number): string {
  return t('scene.step.cm', { steps: format.number(Math.round(Math.abs(by) * 100)) })
}
