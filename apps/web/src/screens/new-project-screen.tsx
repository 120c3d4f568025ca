import { NewProject } from '../features/commissions/projects/new-project/new-project.tsx'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { Page } from '../components/page/page.tsx'

/** Renders the new project wizard. */
export function NewProjectScreen() {
  const t = useTranslations('commissions')
  return (
    <Page width="narrow" title={t('new.page')} lead={t('new.lead')}>
      <NewProject />
    </Page>
  )
}
