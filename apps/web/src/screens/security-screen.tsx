import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { lazy, Suspense } from 'react'
import { DeviceList } from '../features/accounts/settings/device-list.tsx'
import { PasskeysCard } from '../features/accounts/settings/passkeys-card.tsx'
import { PasswordForm } from '../features/accounts/settings/password-form.tsx'
import { SecondFactorCard } from '../features/accounts/settings/second-factor-card.tsx'
import { useTranslations } from '../lib/i18n.ts'
import { Page } from '../components/page.tsx'

// By itself, so that the table of routes names no more of what it needs.
const SignInMethods = lazy(() =>
  import('../features/accounts/settings/sign-in-methods.tsx').then((module) => ({ default: module.SignInMethods })),
)

/** Shows what a security notification links to: devices first, then what the user signs in with. */
export function SecurityScreen() {
  const t = useTranslations('accounts/settings')
  return (
    <Page
      width="narrow"
      title={t('security')}
      lead={t('security.lead')}
      actions={<Button href="/settings">{t('security.back')}</Button>}
    >
      <Card title={t('devices')}>
        <DeviceList intro={t('devices.text')} />
      </Card>
      <Card title={t('ways')}>
        <Suspense fallback={<SkeletonRows count={4} label={t('ways.loading')} />}>
          <SignInMethods />
        </Suspense>
      </Card>
      <SecondFactorCard />
      <PasskeysCard />
      <Card title={t('password')} padded>
        <PasswordForm />
      </Card>
    </Page>
  )
}
