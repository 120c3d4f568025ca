import { type PlacementRecord, type ToolsRecord } from '@veranda/contract/rooms/records.ts'
import { type PanelRow } from '@veranda/core/rooms/panel-model.ts'
import { asHighAs, type Change, movedTo, plainTools, turnedTo } from './changes.ts'

const turn = 180 / Math.PI

/** A row whose number goes up and down: `name:-0.1` is the action of a step. */
export function stepsRow(
  name: string,
  words: { text: string; value: string },
  steps: readonly number[],
  label: (by: number) => string,
  disabled = false,
): PanelRow {
  const buttons = steps.map((by) => ({ id: `${name}:${by}`, label: `${by < 0 ? '−' : '+'}${label(by)}`, disabled }))
  return { id: name, ...words, buttons }
}

/** One more step along an axis of the room, from where the work stands when it is written. */
export function stepAside(axis: number, by: number, from: PlacementRecord): Change<'placement'> {
  return (now = from) => after(movedTo(axis, whole((now.position[axis] ?? 0) + by), now), now)
}

/** One more step of degrees to the left. */
export function stepRound(by: number, from: PlacementRecord): Change<'placement'> {
  return (now = from) => after(turnedTo((Math.round(now.yaw * turn) + by) / turn, now), now)
}

/** One more step of height; from another kind of size, to the height that is usual. */
export function stepUp(by: number, from: PlacementRecord): Change<'placement'> {
  return (now = from) => after(asHighAs(whole((now.size.kind === 'height' ? now.size.metres : 1.5) + by), now), now)
}

/** Taken apart by one more step, a share of one. */
export function stepApart(by: number): Change<'tools'> {
  return (now = plainTools) => ({ ...now, explode: share(now.explode + by) })
}

/** The cut moved by one more step; nothing where there is none. */
export function stepCut(by: number): Change<'tools'> {
  return (now = plainTools) => {
    const { section } = now
    return { ...now, section: section && { ...section, at: share(section.at + by) } }
  }
}

/** A cut across an axis where the one before was, or none. */
export function cutAcross(axis: string): Change<'tools'> {
  const which = (['x', 'y', 'z'] as const).find((one) => one === axis)
  return (now: ToolsRecord = plainTools) => ({
    ...now,
    section: which ? { axis: which, at: now.section?.at ?? 0.5, turned: now.section?.turned ?? false } : null,
  })
}

/** The other side of the cut left standing; nothing where there is none. */
export function turnCut(): Change<'tools'> {
  return (now = plainTools) => ({ ...now, section: now.section && { ...now.section, turned: !now.section.turned } })
}

/** To the millimetre, so that steps add up. */
function whole(metres: number): number {
  return Math.round(metres * 1000) / 1000
}

function share(value: number): number {
  return Math.min(1, Math.max(0, Math.round(value * 100) / 100))
}

function after(change: Change<'placement'>, now: PlacementRecord): PlacementRecord | null {
  return (typeof change === 'function' ? change(now) : change) ?? null
}
