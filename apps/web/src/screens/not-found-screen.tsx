import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { TabTitle } from '../components/page/page.tsx'

export function NotFoundScreen() {
  const t = useTranslations('errors')
  return (
    <>
      <TabTitle>{t('not-found.title')}</TabTitle>
      <EmptyState
        level={1}
        icon="search"
        title={t('not-found.title')}
        text={t('not-found.text')}
        actions={
          <>
            <Button kind="filled" href="/">
              {t('not-found.home')}
            </Button>
            <Button href="/search">{t('not-found.search')}</Button>
          </>
        }
      />
    </>
  )
}
