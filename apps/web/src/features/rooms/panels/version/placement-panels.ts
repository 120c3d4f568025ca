import { type PlacementRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { type PanelRow } from '../../../../lib/panels/panel-model.ts'
import { changeSizeKind, scaleToHeight, sizeKinds, roomAxes } from '../../records/record-changes.ts'
import { scaleText } from '../../records/scale-text.ts'
import { childPanel, type PanelContext, type ScenePanel } from '../panel-context.ts'
import { stepPosition, stepRotation, stepperRow, stepHeight } from './step-changes.ts'

/** Heights of a small object, a table, a chair's back and a person, in metres. */
const presetHeightsMetres = [0.3, 0.75, 1, 1.5, 1.8] as const
const metreSteps = [-0.1, -0.01, 0.01, 0.1] as const
const degreeSteps = [-15, -1, 1, 15] as const
const degreesPerRadian = 180 / Math.PI

function currentPlacement({ shared, canvas }: PanelContext): PlacementRecord {
  return shared.placement ?? canvas?.placement() ?? { position: [0, 0, -2], yaw: 0, size: { kind: 'true' } }
}

/** Returns a text with the name of another participant who has grabbed the model. */
export function grabbedByText({ connection, t }: PanelContext): string | undefined {
  const participantSlot = connection.grabs.get('placement')
  if (participantSlot === undefined || participantSlot === connection.participantSlot) return undefined
  const name = connection.participants.get(participantSlot)?.displayName
  return name === undefined ? undefined : t('version.place.grabbed', { name })
}

/** Returns the model's size as a short text: the chosen size, or the scale where it is not its own size. */
export function sizeText(context: PanelContext): string {
  const { size } = currentPlacement(context)
  const scale = scaleText(context.shared.scaleFactor, context)
  if (size.kind === 'height') return context.lengths.metres(size.metres)
  return scale ?? context.t(`version.size.${size.kind === 'factor' ? 'true' : size.kind}`)
}

/** Builds the panel for the model's size: true scale, on the table, or a height in steps and presets. */
export function sizePanel(context: PanelContext): ScenePanel {
  const { t, lengths, canvas, write } = context
  const placement = currentPlacement(context)
  const grabbedBy = grabbedByText(context)
  const disabled = grabbedBy !== undefined
  const { size } = placement
  const buttons = sizeKinds.map((kind) => ({
    id: `kind:${kind}`,
    label: t(`version.size.${kind}`),
    chosen: kind === size.kind,
    disabled,
  }))
  const scale = scaleText(context.shared.scaleFactor, context)
  const rows: PanelRow[] = [{ id: 'kind', text: scale ?? '', buttons }]
  if (size.kind === 'height') {
    const heightText = { text: t('version.size.metres'), value: lengths.metres(size.metres) }
    rows.push(
      stepperRow('high', heightText, metreSteps, (amount) => centimetreText(context, amount), disabled),
      {
        id: 'usual',
        text: t('scene.size.usual'),
        buttons: presetHeightsMetres.map((height) => ({
          id: `usual:${height}`,
          label: lengths.metres(height),
          chosen: height === size.metres,
          disabled,
        })),
      },
    )
  }

  function chooseSize(name: string) {
    const kind = sizeKinds.find((one) => one === name)
    if (!kind) return
    void write<'placement'>(
      'placement',
      changeSizeKind(kind, placement, (newSize) => canvas?.placementFor(newSize)),
    )
  }

  return childPanel(
    context,
    { id: 'size', title: t('version.size'), rows, ...(grabbedBy === undefined ? {} : { lead: grabbedBy }) },
    {
      kind: chooseSize,
      high: (amount) => void write<'placement'>('placement', stepHeight(Number(amount), placement)),
      usual: (heightText) => void write<'placement'>('placement', scaleToHeight(Number(heightText), placement)),
    },
  )
}

/** Builds the panel for the model's position and rotation in exact steps. */
export function positionPanel(context: PanelContext): ScenePanel {
  const { t, lengths, format, write } = context
  const placement = currentPlacement(context)
  const grabbedBy = grabbedByText(context)
  const disabled = grabbedBy !== undefined
  const rows = roomAxes.map((axis, index) => {
    const labels = { text: t(`scene.place.${axis}`), value: lengths.metres(placement.position[index] ?? 0) }
    return stepperRow(axis, labels, metreSteps, (amount) => centimetreText(context, amount), disabled)
  })
  const angle = `${format.number(Math.round(placement.yaw * degreesPerRadian * 10) / 10)}°`
  const rotationText = { text: t('scene.place.turn'), value: angle }
  rows.push(stepperRow('turn', rotationText, degreeSteps, (amount) => `${format.number(Math.abs(amount))}°`, disabled))
  const moveBy = (axis: number) => (amount: string) =>
    void write<'placement'>('placement', stepPosition(axis, Number(amount), placement))
  return childPanel(
    context,
    { id: 'place', title: t('version.place'), rows, ...(grabbedBy === undefined ? {} : { lead: grabbedBy }) },
    {
      x: moveBy(0),
      y: moveBy(1),
      z: moveBy(2),
      turn: (amount) => void write<'placement'>('placement', stepRotation(Number(amount), placement)),
    },
  )
}

function centimetreText({ t, format }: PanelContext, amount: number): string {
  return t('scene.step.cm', { steps: format.number(Math.round(Math.abs(amount) * 100)) })
}
