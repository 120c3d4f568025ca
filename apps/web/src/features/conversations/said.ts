import { type LoggedMessage } from '@veranda/core/conversations/conversation-log.ts'
import { useWords } from '../../lib/words.ts'

/** A message in a line: its text, or what was sent where nothing was written. */
export function useSaid(): (message: Pick<LoggedMessage, 'text' | 'works'>) => string {
  const t = useWords('messages')
  return ({ text, works }) => (text === '' && works?.[0] ? t(`sent.${works[0].kind}`) : text)
}
