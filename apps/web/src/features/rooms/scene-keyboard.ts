import { keysOf, type Typing, typed } from '@veranda/core/rooms/panel-keys.ts'
import { type SceneNow, type ScenePanel, type Wish } from './scene-now.ts'

type Given = {
  wish: Wish
  typing: Typing
  set: (typing: Typing) => void
  /** Puts the keyboard away. */
  end: () => void
}

/** A keyboard in the scene, before the person: what is written, its keys, and the button that sends it. */
export function keyboardPanel(
  { base, t }: Pick<SceneNow, 'base' | 't'>,
  { wish, typing, set, end }: Given,
): ScenePanel {
  const { title, hint, send, most, done } = wish
  const text = typing.text.trim()
  return {
    model: {
      ...base,
      id: 'keyboard',
      title,
      side: 'front',
      rows: [],
      field: { text: typing.text, hint },
      keys: keysOf(typing.page, base.language, { space: t('scene.type.space'), delete: t('scene.type.delete') }),
      actions: [
        { id: 'done', label: send, look: 'filled', disabled: text === '' },
        { id: 'back', label: t('scene.back'), look: 'plain' },
      ],
    },
    act(actionId) {
      if (actionId.startsWith('key:')) return set(typed(typing, actionId, most))
      if (actionId === 'done' && text !== '') done(text)
      end()
    },
  }
}
