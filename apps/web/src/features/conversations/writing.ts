import { editMessage } from '@veranda/contract/conversations/routes.ts'
import { type LoggedMessage } from '@veranda/core/conversations/conversation-log.ts'
import { useEffect, useRef, useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { useProblemText } from '../../parts/problem-text.ts'
import { useDraft } from './drafts.ts'
import { type MessageActs } from './message-item.tsx'
import { type WorkUploads } from '../../parts/use-work-uploads.ts'
import { messageOutbox, type OutgoingItem } from './outbox.ts'
import { type OutgoingActs } from './outgoing-item.tsx'
import { showMessage } from './scrolling.ts'
import { type Thread, type ThreadState } from './thread.ts'
import { shownMessages } from './thread-log.ts'
import { tellStopped, tellTyping } from './typing.ts'

type About =
  | { kind: 'reply'; message: LoggedMessage }
  | { kind: 'edit'; message: LoggedMessage }
  /** Something that has not left yet, or was refused. */
  | { kind: 'edit'; message: undefined; item: OutgoingItem }

type Given = {
  conversationId: string
  thread: Thread
  state: ThreadState
  outgoing: readonly OutgoingItem[]
  /** What is attached to the next message. */
  uploads: WorkUploads
}

/** Everything one does by writing in a conversation: a new message, a reply, an edit, a deletion. */
export function useWriting({ conversationId, thread, state, outgoing, uploads }: Given) {
  const t = useWords('messages')
  const me = useSession().user?.id
  const textOf = useProblemText()
  const [draft, keepDraft] = useDraft(conversationId)
  const [changed, setChanged] = useState('')
  const [about, setAbout] = useState<About>()
  const [removing, setRemoving] = useState<LoggedMessage>()
  const field = useRef<HTMLTextAreaElement>(null)
  const edit = useCommand(editMessage)
  const editing = about?.kind === 'edit'
  const messages = shownMessages(state.log)

  useForgetArrived(state.log.tail.messages, outgoing)

  function write(text: string) {
    if (editing) return setChanged(text)
    keepDraft(text)
    if (text.trim() !== '') tellTyping(conversationId)
  }

  function begin(next: About, text?: string) {
    setAbout(next)
    if (text !== undefined) setChanged(text)
    field.current?.focus()
  }

  function cancel() {
    setAbout(undefined)
    field.current?.focus()
  }

  async function send() {
    const text = (editing ? changed : draft).trim()
    if (about?.kind === 'edit') return change(about, text)
    keepDraft('')
    setAbout(undefined)
    tellStopped(conversationId)
    thread.toLatest()
    const works = uploads.ready.map(({ id, name, kind, bytes, thumbnail }) => ({ id, name, kind, bytes, thumbnail }))
    uploads.clear()
    const outbox = await messageOutbox()
    await outbox.add(conversationId, {
      message: text,
      replyTo: about?.message.id ?? null,
      ...(works.length > 0 ? { works } : {}),
    })
  }

  async function change(at: Extract<About, { kind: 'edit' }>, text: string) {
    if (!at.message) {
      const outbox = await messageOutbox()
      await outbox.edit(at.item.clientId, { ...at.item.payload, message: text })
      return cancel()
    }
    if (text === at.message.text) return cancel()
    const outcome = await edit.run({ params: { id: at.message.id }, body: { message: text } })
    if (outcome.ok) {
      thread.change(at.message.id, { text, editedAt: new Date().toISOString() })
      cancel()
    } else {
      // What was typed stays in the field.
      snackbars.add({ tone: 'error', title: textOf(outcome.problem) })
    }
  }

  const acts: MessageActs = {
    reply: (message) => begin({ kind: 'reply', message }),
    edit: (message) => begin({ kind: 'edit', message }, message.text),
    remove: setRemoving,
    copy(message) {
      void navigator.clipboard
        .writeText(message.text)
        .then(() => snackbars.add({ title: t('copied'), tone: 'success' }))
    },
    show: (message) => {
      const found = document.querySelector<HTMLElement>(`[data-seq="${message.seq}"]`)
      showMessage(found?.closest<HTMLElement>('[role=region]') ?? null, message.seq, 'smooth')
    },
  }

  const outgoingActs: OutgoingActs = {
    retry: (item) => void messageOutbox().then((outbox) => outbox.retry(item.clientId)),
    edit: (item) => begin({ kind: 'edit', message: undefined, item }, item.payload.message),
    drop(item) {
      void messageOutbox().then((outbox) => outbox.drop(item.clientId))
      // Nothing is lost by a slip: the text goes back into the field when that is empty.
      if (draft === '') keepDraft(item.payload.message)
      snackbars.add({ title: t('failed.dropped') })
    },
  }

  return {
    field,
    draft: editing ? changed : draft,
    about,
    busy: edit.busy,
    write,
    send,
    cancel,
    acts,
    outgoingActs,
    removing,
    keep: () => setRemoving(undefined),
    removed(message: LoggedMessage) {
      thread.change(message.id, { text: '', deletedAt: new Date().toISOString() })
      setRemoving(undefined)
    },
    editLast() {
      const last = messages.findLast((message) => message.by === me && message.deletedAt === null)
      if (last) begin({ kind: 'edit', message: last }, last.text)
    },
  }
}

/** What has come back in the log needs no place in the outbox. */
export function useForgetArrived(messages: readonly LoggedMessage[], outgoing: readonly OutgoingItem[]) {
  useEffect(() => {
    const arrived = new Set(messages.map((message) => message.clientId))
    for (const item of outgoing) {
      if (arrived.has(item.clientId)) void messageOutbox().then((outbox) => outbox.drop(item.clientId))
    }
  }, [messages, outgoing])
}
