import { type PlacementRecord, type ToolsRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { type PanelRow } from '../../../../lib/panels/panel-model.ts'
import { defaultTools } from '@veranda/core/rooms/records/inspection-tools.ts'
import { scaleToHeight, type RecordChange, moveAlongAxis, rotateTo } from '../../records/record-changes.ts'

const degreesPerRadian = 180 / Math.PI

/** Returns a row with step buttons for a number; `name:-0.1` is the action of a step. */
export function stepperRow(
  name: string,
  labels: { text: string; value: string },
  steps: readonly number[],
  label: (amount: number) => string,
  disabled = false,
): PanelRow {
  const buttons = steps.map((amount) => ({
    id: `${name}:${amount}`,
    label: `${amount < 0 ? '−' : '+'}${label(amount)}`,
    disabled,
  }))
  return { id: name, ...labels, buttons }
}

/** Moves the model one step along an axis of the room, from its position at the time of writing. */
export function stepPosition(axis: number, amount: number, fallback: PlacementRecord): RecordChange<'placement'> {
  return (current = fallback) =>
    applyPlacementChange(
      moveAlongAxis(axis, roundToMillimetre((current.position[axis] ?? 0) + amount), current),
      current,
    )
}

/** Turns the model one step to the left, in degrees. */
export function stepRotation(amount: number, fallback: PlacementRecord): RecordChange<'placement'> {
  return (current = fallback) =>
    applyPlacementChange(
      rotateTo((Math.round(current.yaw * degreesPerRadian) + amount) / degreesPerRadian, current),
      current,
    )
}

/** Changes the height by one step; starts from 1.5 m for other kinds of size. */
export function stepHeight(amount: number, fallback: PlacementRecord): RecordChange<'placement'> {
  return (current = fallback) =>
    applyPlacementChange(
      scaleToHeight(roundToMillimetre((current.size.kind === 'height' ? current.size.metres : 1.5) + amount), current),
      current,
    )
}

/** Changes the explode fraction by one step. */
export function stepExplode(amount: number): RecordChange<'tools'> {
  return (current = defaultTools) => ({ ...current, explode: roundFraction(current.explode + amount) })
}

/** Turns the light by one step, in degrees; a whole turn begins again at 0. */
export function stepLightTurn(degrees: number): RecordChange<'tools'> {
  return (current = defaultTools) => {
    const turned = Math.round((current.lightTurn ?? 0) * 360) + degrees
    return { ...current, lightTurn: (((turned % 360) + 360) % 360) / 360 }
  }
}

/** Moves the section plane by one step; does nothing without a section. */
export function stepSection(amount: number): RecordChange<'tools'> {
  return (current = defaultTools) => {
    const { section } = current
    return { ...current, section: section && { ...section, at: roundFraction(section.at + amount) } }
  }
}

/** Sets the axis of the section, keeping its position, or removes it. */
export function setSectionAxis(axis: string): RecordChange<'tools'> {
  const chosenAxis = (['x', 'y', 'z'] as const).find((known) => known === axis)
  return (current: ToolsRecord = defaultTools) => ({
    ...current,
    section: chosenAxis
      ? { axis: chosenAxis, at: current.section?.at ?? 0.5, turned: current.section?.turned ?? false }
      : null,
  })
}

/** Flips the side that the section keeps; does nothing without a section. */
export function flipSection(): RecordChange<'tools'> {
  return (current = defaultTools) => ({
    ...current,
    section: current.section && { ...current.section, turned: !current.section.turned },
  })
}

/** Rounds to the millimetre, so that steps add up. */
function roundToMillimetre(metres: number): number {
  return Math.round(metres * 1000) / 1000
}

function roundFraction(value: number): number {
  return Math.min(1, Math.max(0, Math.round(value * 100) / 100))
}

function applyPlacementChange(change: RecordChange<'placement'>, current: PlacementRecord): PlacementRecord | null {
  return (typeof change === 'function' ? change(current) : change) ?? null
}
