import { RichText } from '../rich-text.tsx'
import { Timestamp, type TimestampProps } from './timestamp.tsx'

/** Renders a message with a time where it has `<when>`, because each language has its own place for it. */
export function TextWithTime({ text, ...time }: TimestampProps & { text: string }) {
  return <RichText text={text} parts={{ when: () => <Timestamp {...time} /> }} />
}
