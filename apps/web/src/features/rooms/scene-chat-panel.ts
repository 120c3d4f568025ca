import { behind, type SceneNow, type ScenePanel } from './scene-now.ts'

/** The end of the project's chat, and how to answer in it. */
export type SceneChatTold = {
  readonly lines: readonly {
    readonly id: string
    readonly by: string
    readonly text: string
    readonly waits: boolean
  }[]
  readonly say: (text: string) => void
}

/** What can be said without a keyboard. */
const answers = ['yes', 'moment', 'look'] as const
const mostLetters = 2_000
/** More parts than there ever are: where the newest is said. */
const lastPage = 999

/** The chat as a panel: its newest messages, answers at hand, and the keyboard. */
export function chatPanel(
  scene: Pick<SceneNow, 'base' | 't' | 'go' | 'type'>,
  { lines, say }: SceneChatTold,
): ScenePanel {
  const { t, type } = scene
  const rows = [
    ...lines.map(({ id, by, text, waits }) => ({
      id,
      text,
      detail: waits ? t('scene.chat.waits') : by,
      lines: 6,
    })),
    { id: 'quick', text: '', buttons: answers.map((one) => ({ id: `say:${one}`, label: t(`scene.chat.${one}`) })) },
  ]
  return behind(
    scene,
    {
      id: 'chat',
      title: t('tab.chat'),
      rows,
      page: lastPage,
      ...(lines.length === 0 ? { lead: t('scene.chat.none') } : {}),
      actions: [{ id: 'write', label: t('scene.chat.write'), look: 'plain' }],
    },
    {
      say: (which) => {
        const one = answers.find((known) => known === which)
        if (one) say(t(`scene.chat.${one}`))
      },
      write: () =>
        type({
          title: t('tab.chat'),
          hint: t('scene.type.hint'),
          send: t('scene.type.send'),
          most: mostLetters,
          done: say,
        }),
    },
  )
}
