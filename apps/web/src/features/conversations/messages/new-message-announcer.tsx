import { quoteText } from '@veranda/core/text.ts'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useState } from 'react'
import { useSession } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useMessagePreview } from './message-preview.ts'
import { type ConversationTimeline } from '../conversation-timeline.ts'

/** Announces messages of others to screen readers as they arrive, starting after the conversation was opened. */
export function NewMessageAnnouncer({
  timeline,
  users,
}: {
  timeline: ConversationTimeline
  users: ReadonlyMap<string, { name: string }>
}) {
  const t = useTranslations('conversations')
  const previewOf = useMessagePreview()
  const me = useSession().user?.id
  const last = timeline.tail.messages.at(-1)
  const [openedAtSeq, setOpenedAtSeq] = useState<number>()
  if (openedAtSeq === undefined && timeline.tail.cursor > 0) setOpenedAtSeq(timeline.tail.cursor)
  const isNew = last && openedAtSeq !== undefined && last.seq > openedAtSeq && last.by !== me && last.deletedAt === null
  return (
    <VisuallyHidden>
      <span role="log" aria-live="polite">
        {isNew && t('arrived', { name: users.get(last.by)?.name ?? '', text: quoteText(previewOf(last)) })}
      </span>
    </VisuallyHidden>
  )
}
