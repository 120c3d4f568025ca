import { preview } from '@veranda/core/text.ts'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'
import { useSaid } from './said.ts'
import { type ThreadLog } from './thread-log.ts'

/** Reads out what others write while one is here, and nothing of what stood here before. */
export function Arrivals({ log, people }: { log: ThreadLog; people: ReadonlyMap<string, { name: string }> }) {
  const t = useWords('messages')
  const said = useSaid()
  const me = useSession().user?.id
  const last = log.tail.messages.at(-1)
  const [from, setFrom] = useState<number>()
  if (from === undefined && log.tail.cursor > 0) setFrom(log.tail.cursor)
  const news = last && from !== undefined && last.seq > from && last.by !== me && last.deletedAt === null
  return (
    <VisuallyHidden>
      <span role="log" aria-live="polite">
        {news && t('arrived', { name: people.get(last.by)?.name ?? '', text: preview(said(last), 200) })}
      </span>
    </VisuallyHidden>
  )
}
