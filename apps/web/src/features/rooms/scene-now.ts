import { type Room, type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type PanelModel } from '@veranda/core/rooms/panel-model.ts'
import { type Format } from '../../lib/format.ts'
import { type useLengths } from '../../lib/format-length.ts'
import { type Say } from '../../lib/words.ts'
import { type RoomStage } from '../../parts/room-stage.ts'
import { type Write } from './changes.ts'
import { type LineState } from './room-line.ts'
import { type AnyValue } from './room-log.ts'
import { type SharedStage } from './use-shared-stage.ts'

/** A panel, and what a press on something of it does. */
export type ScenePanel = { readonly model: PanelModel; readonly act: (actionId: string) => void }

/** What is written on the keyboard in the scene. */
export type Wish = {
  readonly title: string
  readonly hint: string
  /** What the button says that ends it. */
  readonly send: string
  readonly most: number
  readonly done: (text: string) => void
}

/** The room as its panels in a headset see it, with what they may do. */
export type SceneNow = {
  readonly base: Pick<PanelModel, 'direction' | 'language'>
  readonly t: Say<'rooms'>
  readonly format: Format
  readonly lengths: ReturnType<typeof useLengths>
  /** How far the work on the stage may lie from its original, in metres. */
  readonly tolerance: number
  readonly room: Room
  readonly stage: RoomStage | undefined
  readonly line: LineState
  readonly shared: SharedStage
  readonly values: ReadonlyMap<string, AnyValue>
  readonly versions: readonly RoomVersion[]
  readonly mayHost: boolean
  readonly write: Write
  readonly go: {
    /** To a panel behind this one: `work/size`, `pin:…`. */
    readonly to: (stop: string) => void
    readonly back: () => void
    readonly close: () => void
  }
  readonly type: (wish: Wish) => void
  /** Says what was done; `undo` takes it back. */
  readonly say: (text: string, undo?: () => void) => void
}

/** Does what an action's name says up to its first colon; the rest says with what. */
export function acting(acts: Readonly<Record<string, (of: string) => void>>): (actionId: string) => void {
  return (actionId) => {
    const at = actionId.indexOf(':')
    if (at < 0) acts[actionId]?.('')
    else acts[actionId.slice(0, at)]?.(actionId.slice(at + 1))
  }
}

/** A panel behind another one, with the way back. */
export function behind(
  { base, t, go }: Pick<SceneNow, 'base' | 't' | 'go'>,
  model: Pick<PanelModel, 'id' | 'title' | 'rows'> & Partial<PanelModel>,
  acts: Readonly<Record<string, (of: string) => void>> = {},
): ScenePanel {
  const actions = [...(model.actions ?? []), { id: 'back', label: t('scene.back'), look: 'plain' } as const]
  return { model: { ...base, side: 'left', ...model, actions }, act: acting({ ...acts, to: go.to, back: go.back }) }
}
