import { Button } from '@veranda/ui/button.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'

/** Loads the next page of a list from `useList`; renders nothing at the end of the list. */
export function LoadMoreButton({ list }: { list: { hasMore: boolean; loadMore: () => void; loadingMore: boolean } }) {
  const t = useTranslations('common')
  if (!list.hasMore) return null
  return (
    <Inline justify="middle">
      <Button busy={list.loadingMore} onClick={list.loadMore}>
        {t('more')}
      </Button>
    </Inline>
  )
}
