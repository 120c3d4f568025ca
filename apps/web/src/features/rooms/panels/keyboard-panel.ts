import { keyboardRows, type KeyboardState, pressKey } from '../../../lib/panels/keyboard.ts'
import { type PanelContext, type ScenePanel, type TypingRequest } from './panel-context.ts'

type KeyboardPanelOptions = {
  request: TypingRequest
  state: KeyboardState
  setState: (state: KeyboardState) => void
  /** Closes the keyboard. */
  close: () => void
}

/** Builds the keyboard panel: the text, the keys and the button that submits it. */
export function keyboardPanel(
  { base, t }: Pick<PanelContext, 'base' | 't'>,
  { request, state, setState, close }: KeyboardPanelOptions,
): ScenePanel {
  const { title, hint, send, isTooLong, onDone } = request
  const text = state.text.trim()
  return {
    model: {
      ...base,
      id: 'keyboard',
      title,
      side: 'front',
      rows: [],
      field: { text: state.text, hint },
      keys: keyboardRows(state.page, base.language, { space: t('scene.type.space'), delete: t('scene.type.delete') }),
      actions: [
        { id: 'done', label: send, look: 'filled', disabled: text === '' },
        { id: 'back', label: t('scene.back'), look: 'plain' },
      ],
    },
    handleAction(actionId) {
      if (actionId.startsWith('key:')) return setState(pressKey(state, actionId, isTooLong))
      if (actionId === 'done' && text !== '') onDone(text)
      close()
    },
  }
}
