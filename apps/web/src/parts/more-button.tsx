import { Button } from '@veranda/ui/button.tsx'
import { Line } from '@veranda/ui/layout.tsx'
import { useWords } from '../lib/words.ts'

/** The next page of a list from `useList`; nothing when there is none. */
export function MoreButton({ list }: { list: { hasMore: boolean; more: () => void; loadingMore: boolean } }) {
  const t = useWords('common')
  if (!list.hasMore) return null
  return (
    <Line justify="middle">
      <Button busy={list.loadingMore} onClick={list.more}>
        {t('more')}
      </Button>
    </Line>
  )
}
