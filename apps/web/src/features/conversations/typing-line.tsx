import { useWords } from '../../lib/words.ts'
import { useWriters } from './typing.ts'
import styles from './thread-pane.module.css'

/** Who is writing; keeps its place when nobody does, so that nothing jumps. */
export function TypingLine({ conversationId }: { conversationId: string }) {
  const t = useWords('messages')
  const writers = useWriters(conversationId)
  const [one] = writers
  return (
    <p className={styles.typing} aria-live="polite">
      {one &&
        (writers.length === 1 ? t('typing.one', { name: one.name }) : t('typing.many', { count: writers.length }))}
    </p>
  )
}
