import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../lib/session/session.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { AuthHeader } from '../features/accounts/sign-in/auth-header.tsx'
import { returnPathFrom } from '../features/accounts/sign-in/return-path.ts'
import { DemoUserList } from '../features/accounts/sign-in/demo-user-list.tsx'
import { LoginForm } from '../features/accounts/sign-in/login-form.tsx'
import { FinishSignIn, ProviderButtons, SocialProblemBanner } from '../features/accounts/social/provider-buttons.tsx'

const SecondFactorForm = lazy(() =>
  import('../features/accounts/sign-in/second-factor-form.tsx').then((m) => ({ default: m.SecondFactorForm })),
)

const SignedOutNotice = lazy(() =>
  import('../features/accounts/sign-in/signed-out-notice.tsx').then((m) => ({ default: m.SignedOutNotice })),
)

/** The two steps of signing in, at their own addresses in one entry of the router. */
export function LoginScreen() {
  return useLocation().pathname.endsWith('/second-factor') ? <SecondFactorForm /> : <FirstFactorScreen />
}

function FirstFactorScreen() {
  const t = useTranslations('accounts/sign-in')
  const session = useSession()
  const location = useLocation()
  const returnPath = returnPathFrom(location)
  const problem = new URLSearchParams(location.search).get('problem')
  if (location.pathname === '/auth/done') {
    return (
      <Stack gap={6}>
        <AuthHeader title={t('login.title')} lead={t('login.welcome')} />
        <FinishSignIn to={returnPath} />
      </Stack>
    )
  }
  return (
    <Stack gap={6}>
      <AuthHeader title={t('login.title')} lead={returnPath ? t('login.back-to') : t('login.welcome')} />
      <Suspense>
        {session.status === 'out' && session.reason === 'ended' && <SignedOutNotice />}
        {problem !== null && <SocialProblemBanner code={problem} />}
      </Suspense>
      <ProviderButtons to={returnPath} />
      <LoginForm />
      <Stack gap={2}>
        <p>
          {t('login.new')} <Link href="/register">{t('login.register')}</Link>
        </p>
        <Link href="/explore">{t('login.explore')}</Link>
        <Link href={returnPath === undefined ? '/pair' : `/pair?to=${encodeURIComponent(returnPath)}`}>
          {t('login.pair')}
        </Link>
        <Link href="/support?about=sign-in">{t('login.support')}</Link>
      </Stack>
      <DemoUserList />
    </Stack>
  )
}
