import { Card } from '@veranda/ui/card.tsx'
import { Page } from '../components/page/page.tsx'
import { SupportForm } from '../features/support/support-form.tsx'
import { useTranslations } from '../lib/i18n/i18n.ts'

export function SupportScreen() {
  const t = useTranslations('support')
  return (
    <Page width="narrow" title={t('title')} lead={t('text')}>
      <Card padded>
        <SupportForm />
      </Card>
    </Page>
  )
}
