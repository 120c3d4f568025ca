import { isMessageTooLong } from '@veranda/core/conversations/messages/message.ts'
import { childPanel, type PanelContext, type ScenePanel } from './panel-context.ts'

/** The latest messages of the project chat, and a function to send one. */
export type PanelChat = {
  readonly messages: readonly {
    readonly id: string
    readonly by: string
    readonly text: string
    readonly pending: boolean
  }[]
  readonly send: (text: string) => void
}

/** Replies that need no keyboard. */
const quickReplies = ['yes', 'moment', 'look'] as const
/** More pages than there ever are: opens the last one, with the newest message. */
const lastPage = 999

/** Builds the chat panel: the newest messages, quick replies and the keyboard. */
export function chatPanel(
  context: Pick<PanelContext, 'base' | 't' | 'navigate' | 'openKeyboard'>,
  chat: PanelChat | 'loading',
): ScenePanel {
  const { t, openKeyboard } = context
  if (chat === 'loading')
    return childPanel(context, { id: 'chat', title: t('tab.chat'), lead: t('scene.chat.loading'), rows: [] }, {})
  const { messages, send } = chat
  const rows = [
    ...messages.map(({ id, by: author, text, pending }) => ({
      id,
      text,
      detail: pending ? t('scene.chat.waits') : author,
      lines: 6,
    })),
    {
      id: 'quick',
      text: '',
      buttons: quickReplies.map((reply) => ({ id: `reply:${reply}`, label: t(`scene.chat.${reply}`) })),
    },
  ]
  return childPanel(
    context,
    {
      id: 'chat',
      title: t('tab.chat'),
      rows,
      page: lastPage,
      ...(messages.length === 0 ? { lead: t('scene.chat.none') } : {}),
      actions: [{ id: 'write', label: t('scene.chat.write'), look: 'plain' }],
    },
    {
      reply: (name) => {
        const reply = quickReplies.find((known) => known === name)
        if (reply) send(t(`scene.chat.${reply}`))
      },
      write: () =>
        openKeyboard({
          title: t('tab.chat'),
          hint: t('scene.type.hint'),
          send: t('scene.type.send'),
          isTooLong: isMessageTooLong,
          onDone: send,
        }),
    },
  )
}
