import { SearchView } from '../features/talent/search-view.tsx'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'

export function SearchScreen() {
  const t = useWords('talent')
  return (
    <Page title={t('search.title')} lead={t('search.lead')}>
      <SearchView />
    </Page>
  )
}
