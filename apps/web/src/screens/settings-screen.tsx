import { readAccount } from '@veranda/contract/accounts/routes.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { AccountForm } from '../features/accounts/account-form.tsx'
import { Devices } from '../features/accounts/devices.tsx'
import { PasswordForm } from '../features/accounts/password-form.tsx'
import { ThemeChoice } from '../features/accounts/theme-choice.tsx'
import { usePublicConfig } from '../lib/public-config.ts'
import { useRead } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'
import { Reading } from '../parts/reading.tsx'

/** One's account, this device, and where one is signed in. */
export function SettingsScreen() {
  const t = useWords('settings')
  const account = useRead(readAccount)
  const config = usePublicConfig()
  const version = config?.version
  return (
    <Page width="narrow" title={t('title')} lead={t('lead')}>
      <Card title={t('account')} padded>
        <Reading of={account} shape={<SkeletonRows label={t('loading')} />} failed={t('failed')}>
          {(data) => <AccountForm account={data} />}
        </Reading>
      </Card>
      <Card padded>
        <ThemeChoice />
      </Card>
      <Card title={t('password')} padded>
        <PasswordForm />
      </Card>
      <Card title={t('devices')}>
        <Devices intro={t('devices.text')} />
      </Card>
      <Card title={t('more')}>
        <Rows>
          <Row lead={<Icon name="user" />} title={t('profile')} detail={t('profile.text')} href="/profile" />
          <Row
            lead={<Icon name="bell" />}
            title={t('notifications')}
            detail={t('notifications.text')}
            href="/notification-preferences"
          />
          {config?.mode === 'sandbox' && (
            <Row lead={<Icon name="mail" />} title={t('mail')} detail={t('mail.text')} href="/settings/mail" />
          )}
          <Row lead={<Icon name="wallet" />} title={t('payment')} detail={t('payment.text')} href="/payment" />
        </Rows>
      </Card>
      {version !== undefined && <p>{t('about.version', { version })}</p>}
    </Page>
  )
}
