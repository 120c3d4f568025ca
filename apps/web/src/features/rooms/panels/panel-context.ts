import { type Room, type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { type CanInRoom } from '../access/use-room-actions.ts'
import { type HoldInput, type PanelModel } from '../../../lib/panels/panel-model.ts'
import { type Format } from '../../../lib/i18n/format.ts'
import { type useLengthFormat } from '../../../lib/i18n/format-length.ts'
import { type Translate } from '../../../lib/i18n/i18n.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { type WriteRecord } from '../records/record-changes.ts'
import { type RoomConnectionState } from '../connection/room-connection.ts'
import { type AnyRecordValue } from '../records/record-store.ts'
import { type SharedScene } from '../scene/use-shared-scene.ts'

/** A panel and its action handler. */
export type ScenePanel = {
  readonly model: PanelModel
  readonly handleAction: (actionId: string) => void
  /** Takes the hold on its one button that has to be held; returns how full that is, from 0 to 1. */
  readonly handleHold?: (input: HoldInput) => number
}

/** A request for text from the scene keyboard. */
export type TypingRequest = {
  readonly title: string
  readonly hint: string
  /** Label of the submit button. */
  readonly send: string
  /** Returns true for a text that takes no more characters, by the rule of what it is for. */
  readonly isTooLong: (text: string) => boolean
  readonly onDone: (text: string) => void
}

/** The state and actions of the room that scene panels use. */
export type PanelContext = {
  readonly base: Pick<PanelModel, 'direction' | 'language'>
  readonly t: Translate<'rooms'>
  readonly format: Format
  readonly lengths: ReturnType<typeof useLengthFormat>
  /** Maximum distance of the shown model from its source, in metres. */
  readonly tolerance: number
  readonly room: Room
  readonly canvas: RoomCanvas | undefined
  readonly connection: RoomConnectionState
  readonly shared: SharedScene
  readonly values: ReadonlyMap<string, AnyRecordValue>
  readonly versions: readonly RoomVersion[]
  /** Returns what a chargeback of the version's milestone stops; undefined without one. */
  readonly chargebackText: (version: RoomVersion | undefined) => { title: string; text: string } | undefined
  readonly can: CanInRoom
  readonly write: WriteRecord
  readonly navigate: {
    /** Opens a child panel: `version/size`, `pin/…`. */
    readonly to: (path: string) => void
    readonly back: () => void
    /** Opens a panel of the menu, from which back leads to the menu. */
    readonly toMenu: (path: string) => void
    readonly close: () => void
  }
  readonly openKeyboard: (request: TypingRequest) => void
  /** Announces a completed action; `undo` reverts it. */
  readonly announce: (text: string, undo?: () => void) => void
}

/** Returns a handler that calls the action named before the first colon with the rest as its argument. */
export function actionHandler(
  handlers: Readonly<Record<string, (argument: string) => void>>,
): (actionId: string) => void {
  return (actionId) => {
    const colon = actionId.indexOf(':')
    if (colon < 0) handlers[actionId]?.('')
    else handlers[actionId.slice(0, colon)]?.(actionId.slice(colon + 1))
  }
}

/** Builds a child panel with a back button. */
export function childPanel(
  { base, t, navigate }: Pick<PanelContext, 'base' | 't' | 'navigate'>,
  model: Pick<PanelModel, 'id' | 'title' | 'rows'> & Partial<PanelModel>,
  handlers: Readonly<Record<string, (argument: string) => void>> = {},
): ScenePanel {
  const actions = [...(model.actions ?? []), { id: 'back', label: t('scene.back'), look: 'plain' } as const]
  return {
    model: { ...base, side: 'left', ...model, actions },
    handleAction: actionHandler({ ...handlers, to: navigate.to, back: navigate.back }),
  }
}
