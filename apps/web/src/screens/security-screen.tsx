import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { lazy, Suspense } from 'react'
import { SecurityEventList } from '../features/accounts/security-events/security-event-list.tsx'
import { DeviceList } from '../features/accounts/sessions/device-list.tsx'
import { PasskeysCard } from '../features/accounts/passkeys/passkeys-card.tsx'
import { SecondFactorCard } from '../features/accounts/second-factor/second-factor-card.tsx'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { Page } from '../components/page/page.tsx'

// By themselves, because the table of routes, which is full, would name what they need.
const SignInMethods = lazy(() =>
  import('../features/accounts/social/sign-in-methods.tsx').then((module) => ({ default: module.SignInMethods })),
)
const PasswordForm = lazy(() =>
  import('../features/accounts/passwords/password-form.tsx').then((module) => ({ default: module.PasswordForm })),
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
        <DeviceList />
      </Card>
      <Card title={t('ways')}>
        <Suspense fallback={<SkeletonRows count={4} label={t('methods.loading')} />}>
          <SignInMethods />
        </Suspense>
      </Card>
      <SecondFactorCard />
      <PasskeysCard />
      <Card title={t('password')} padded>
        <Suspense fallback={<SkeletonRows count={3} label={t('password')} />}>
          <PasswordForm />
        </Suspense>
      </Card>
      <SecurityEventList />
    </Page>
  )
}
