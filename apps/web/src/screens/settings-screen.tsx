import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { lazy, Suspense } from 'react'
import { AvatarField } from '../features/accounts/avatar/avatar-field.tsx'
import { AccountForm } from '../features/accounts/settings/account-form.tsx'
import { EmailField } from '../features/accounts/email-change/email-field.tsx'
import { LanguageSelect } from '../features/accounts/language/language-select.tsx'
import { ThemePicker } from '../features/accounts/settings/theme-picker.tsx'
import { usePaymentsOff, usePublicConfig } from '../lib/public-config.ts'
import { useRead } from '../lib/api/query.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { Page } from '../components/page/page.tsx'
import { QueryBoundary } from '../components/page/query-boundary.tsx'

// By itself, because the table of routes, which is full, would name what it needs.
const ExportCard = lazy(() =>
  import('../features/accounts/export/export-card.tsx').then((module) => ({ default: module.ExportCard })),
)

const DeleteAccountCard = lazy(() =>
  import('../features/accounts/deletion/delete-account-card.tsx').then((module) => ({
    default: module.DeleteAccountCard,
  })),
)

/** Shows the account, the language and the theme, and leads to everything else that can be set. */
export function SettingsScreen() {
  const t = useTranslations('accounts/settings')
  const account = useRead(readAccount)
  const config = usePublicConfig()
  const paymentsOff = usePaymentsOff()
  const version = config?.version
  return (
    <Page width="narrow" title={t('title')} lead={t('lead')}>
      <Card title={t('account')} padded>
        <QueryBoundary query={account} skeleton={<SkeletonRows label={t('loading')} />} errorTitle={t('failed')}>
          {(data) => (
            <Stack gap={5}>
              <AvatarField account={data} />
              <EmailField account={data} />
              <AccountForm account={data} />
            </Stack>
          )}
        </QueryBoundary>
      </Card>
      <Card padded>
        <Stack gap={5}>
          <LanguageSelect />
          <ThemePicker />
        </Stack>
      </Card>
      <Card title={t('more')}>
        <Rows>
          <Row
            lead={<Icon name="lock" />}
            title={t('security')}
            detail={t('security.text')}
            href="/settings/security"
          />
          <Row lead={<Icon name="user" />} title={t('profile')} detail={t('profile.text')} href="/profile" />
          <Row
            lead={<Icon name="bell" />}
            title={t('notifications')}
            detail={t('notifications.text')}
            href="/notification-preferences"
          />
          {config?.mailPage && (
            <Row lead={<Icon name="mail" />} title={t('mail')} detail={t('mail.text')} href="/settings/mail" />
          )}
          {!paymentsOff && (
            <>
              <Row lead={<Icon name="wallet" />} title={t('payment')} detail={t('payment.text')} href="/payment" />
              {account.data?.offersServices && (
                <Row
                  lead={<Icon name="wallet" />}
                  title={t('payout-account')}
                  detail={t('payout-account.text')}
                  href="/payment#payout-account"
                />
              )}
            </>
          )}
        </Rows>
      </Card>
      <Card title={t('export')} padded>
        <Suspense fallback={<SkeletonRows count={1} label={t('export.loading')} />}>
          <ExportCard />
        </Suspense>
      </Card>
      <Card title={t('deletion')}>
        <Suspense fallback={<SkeletonRows count={2} label={t('deletion.loading')} />}>
          <DeleteAccountCard />
        </Suspense>
      </Card>
      {version !== undefined && <p>{t('about.version', { version })}</p>}
    </Page>
  )
}
