import { NewProject } from '../features/commissions/new-project.tsx'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'

/** From a brief to a request. */
export function NewProjectScreen() {
  const t = useWords('projects')
  return (
    <Page width="narrow" title={t('new.page')} lead={t('new.lead')}>
      <NewProject />
    </Page>
  )
}
