import { type PanelModel } from '@veranda/core/rooms/panel-layout.ts'
import { preview } from '@veranda/core/text.ts'
import { type Say } from '../../lib/words.ts'

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

/** The chat as a panel; what is longer than a panel is read on the page. */
export function chatPanel(
  base: Pick<PanelModel, 'direction' | 'language'>,
  { lines }: SceneChatTold,
  t: Say<'rooms'>,
): PanelModel {
  return {
    ...base,
    id: 'chat',
    title: t('tab.chat'),
    ...(lines.length === 0 ? { lead: t('scene.chat.none') } : {}),
    side: 'right',
    rows: lines.map(({ id, by, text, waits }) => ({
      id,
      text: preview(text),
      detail: waits ? t('scene.chat.waits') : by,
    })),
    actions: [
      ...answers.map((one) => ({ id: `say:${one}`, label: t(`scene.chat.${one}`), look: 'plain' as const })),
      { id: 'close', label: t('scene.close'), look: 'plain' },
    ],
  }
}

/** Says what was pressed; false when that was to close the panel. */
export function answerInChat(actionId: string, { say }: SceneChatTold, t: Say<'rooms'>): boolean {
  const which = answers.find((one) => `say:${one}` === actionId)
  if (which) say(t(`scene.chat.${which}`))
  return which !== undefined
}
