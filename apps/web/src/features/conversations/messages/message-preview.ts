import { type TimelineMessage } from '@veranda/core/conversations/messages/message-timeline.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

/** Returns a function that makes a one-line preview of a message: its text, or the kind of its first attachment. */
export function useMessagePreview(): (message: Pick<TimelineMessage, 'text' | 'attachments'>) => string {
  const t = useTranslations('conversations')
  return ({ text, attachments }) => (text === '' && attachments?.[0] ? t(`sent.${attachments[0].kind}`) : text)
}
