import { editMessage } from '@veranda/contract/conversations/routes.ts'
import { type TimelineMessage } from '@veranda/core/conversations/messages/message-timeline.ts'
import { useEffect, useRef, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { useProblemText } from '../../../components/page/use-problem-text.ts'
import { type AssetUploads } from '../../../components/assets/use-asset-uploads.ts'
import { type MessageActions } from './message-item.tsx'
import { openMessageQueue, type OutgoingMessage } from './send-queue.ts'
import { type OutgoingMessageActions } from './outgoing-message.tsx'
import { scrollToMessage } from './use-scroll-position.ts'
import { visibleMessages } from '../conversation-timeline.ts'
import { type Chat } from '../use-chat.ts'
import { emitTyping, emitTypingStopped } from './typing.ts'
import { deviceStorage } from '../../../lib/device/device-storage.ts'
import { draftKey } from '../../../lib/use-draft.ts'

/** Keeps the draft of a conversation in local storage; it survives a reload and is cleared on sign-out. */
function useMessageDraft(conversationId: string): [string, (draft: string) => void] {
  const key = draftKey(`message.${conversationId}`)
  const [draft, setDraft] = useState(() => deviceStorage.get(key) ?? '')
  useEffect(() => {
    if (draft === '') deviceStorage.remove(key)
    else deviceStorage.set(key, draft)
  }, [key, draft])
  return [draft, setDraft]
}

type ComposerContext =
  | { kind: 'reply'; message: TimelineMessage }
  | { kind: 'edit'; message: TimelineMessage }
  /** A message that was not sent yet or was refused. */
  | { kind: 'edit'; message: undefined; item: OutgoingMessage }

type ComposerInput = {
  chat: Chat
  /** Attachments of the next message. */
  uploads: AssetUploads
}

/** Provides everything the composer does: send, reply, edit, delete and retry. */
export function useComposer({ chat, uploads }: ComposerInput) {
  const { conversationId, sync, state } = chat
  const t = useTranslations('conversations')
  const me = useSession().user?.id
  const textOf = useProblemText()
  const [draft, setDraft] = useMessageDraft(conversationId)
  const [editedText, setEditedText] = useState('')
  const [context, setContext] = useState<ComposerContext>()
  const [removing, setRemoving] = useState<TimelineMessage>()
  const field = useRef<HTMLTextAreaElement>(null)
  const edit = useCommand(editMessage)
  const editing = context?.kind === 'edit'
  const messages = visibleMessages(state.timeline)

  function changeDraft(text: string) {
    if (editing) return setEditedText(text)
    setDraft(text)
    if (text.trim() !== '') emitTyping(conversationId)
  }

  function startContext(next: ComposerContext, text?: string) {
    setContext(next)
    if (text !== undefined) setEditedText(text)
    field.current?.focus()
  }

  function cancel() {
    setContext(undefined)
    field.current?.focus()
  }

  async function send() {
    const text = (editing ? editedText : draft).trim()
    if (context?.kind === 'edit') return saveEdit(context, text)
    setDraft('')
    setContext(undefined)
    emitTypingStopped(conversationId)
    sync.showLatest()
    const attachments = uploads.ready.map(({ id, name, kind, bytes, thumbnail }) => ({
      id,
      name,
      kind,
      bytes,
      thumbnail,
    }))
    uploads.clear()
    await chat.send({
      message: text,
      replyTo: context?.message.id ?? null,
      ...(attachments.length > 0 ? { attachments } : {}),
    })
  }

  async function saveEdit(edited: Extract<ComposerContext, { kind: 'edit' }>, text: string) {
    if (!edited.message) {
      const queue = await openMessageQueue()
      await queue.edit(edited.item.clientId, { ...edited.item.payload, message: text })
      return cancel()
    }
    if (text === edited.message.text) return cancel()
    const outcome = await edit.run({ params: { id: edited.message.id }, body: { message: text } })
    if (outcome.ok) {
      sync.changeMessage(edited.message.id, { text, editedAt: new Date().toISOString() })
      cancel()
    } else {
      // The typed text stays in the field.
      snackbars.add({ tone: 'error', title: textOf(outcome.problem) })
    }
  }

  const actions: MessageActions = {
    reply: (message) => startContext({ kind: 'reply', message }),
    edit: (message) => startContext({ kind: 'edit', message }, message.text),
    remove: setRemoving,
    copy(message) {
      void navigator.clipboard
        .writeText(message.text)
        .then(() => snackbars.add({ title: t('copied'), tone: 'success' }))
    },
    scrollTo: (message) => {
      const element = document.querySelector<HTMLElement>(`[data-seq="${message.seq}"]`)
      scrollToMessage(element?.closest<HTMLElement>('[role=region]') ?? null, message.seq, 'smooth')
    },
  }

  const outgoingActions: OutgoingMessageActions = {
    retry: (item) => void openMessageQueue().then((queue) => queue.retry(item.clientId)),
    edit: (item) => startContext({ kind: 'edit', message: undefined, item }, item.payload.message),
    drop(item) {
      void openMessageQueue().then((queue) => queue.remove(item.clientId))
      // The discarded text goes back into the field if it is empty, so that nothing is lost by accident.
      if (draft === '') setDraft(item.payload.message)
      snackbars.add({ title: t('failed.dropped') })
    },
  }

  return {
    field,
    draft: editing ? editedText : draft,
    context,
    busy: edit.busy,
    changeDraft,
    send,
    cancel,
    actions,
    outgoingActions,
    removing,
    cancelRemove: () => setRemoving(undefined),
    onRemoved(message: TimelineMessage) {
      sync.changeMessage(message.id, { text: '', deletedAt: new Date().toISOString(), actions: [] })
      setRemoving(undefined)
    },
    editLast() {
      const last = messages.findLast((message) => message.by === me && message.actions.includes('edit'))
      if (last) startContext({ kind: 'edit', message: last }, last.text)
    },
  }
}
