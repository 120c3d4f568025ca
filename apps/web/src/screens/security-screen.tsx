import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Devices } from '../features/accounts/devices.tsx'
import { PasswordForm } from '../features/accounts/password-form.tsx'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'

/** What a security notification leads to: devices first, then the password. */
export function SecurityScreen() {
  const t = useWords('settings')
  return (
    <Page
      width="narrow"
      title={t('security')}
      lead={t('security.lead')}
      actions={<Button href="/settings">{t('security.back')}</Button>}
    >
      <Card title={t('devices')}>
        <Devices intro={t('devices.text')} />
      </Card>
      <Card title={t('password')} padded>
        <PasswordForm />
      </Card>
    </Page>
  )
}
