import { SearchView } from '../features/talent/search/search-view.tsx'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { Page } from '../components/page/page.tsx'

export function SearchScreen() {
  const t = useTranslations('talent')
  return (
    <Page title={t('search.title')} lead={t('search.lead')}>
      <SearchView />
    </Page>
  )
}
