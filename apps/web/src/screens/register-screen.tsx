import { registerUser } from '@veranda/contract/accounts/registration/routes.ts'
import { type RegisterUserBody } from '@veranda/contract/accounts/registration/schemas.ts'
import { oneTimeLinkLifetimeMs } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { hour } from '@veranda/core/time/instant.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { ProblemBanner } from '../components/page/problem-banner.tsx'
import { OpenMailbox } from '../features/accounts/one-time-links/open-mailbox.tsx'
import { RegisterForm } from '../features/accounts/registration/register-form.tsx'
import { AuthHeader } from '../features/accounts/sign-in/auth-header.tsx'
import { returnPathFrom } from '../features/accounts/sign-in/return-path.ts'
import { ProviderButtons, RegisterByIdentityForm } from '../features/accounts/social/provider-buttons.tsx'
import { useFocusOnChange } from '../features/accounts/sign-in/use-focus-on-change.ts'
import { useCommand } from '../lib/api/use-command.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'

/**
 * Asks for an account with a password, and says the same afterwards for every address; or creates one for whom a provider
 * vouches, who comes back with its name.
 */
export function RegisterScreen() {
  const t = useTranslations('accounts/sign-in')
  const location = useLocation()
  const comesFromProvider = new URLSearchParams(location.search).has('with')
  const [sent, setSent] = useState<RegisterUserBody>()
  const [shown, setShown] = useState<'form' | 'sent'>('form')
  useFocusOnChange(shown)
  if (shown === 'sent' && sent) return <CheckMail sent={sent} onBack={() => setShown('form')} />
  const onSent = (body: RegisterUserBody) => {
    setSent(body)
    setShown('sent')
  }
  return (
    <Stack gap={6}>
      <AuthHeader title={t('register.title')} lead={t('register.welcome')} />
      {comesFromProvider ? (
        <Suspense>
          <RegisterByIdentityForm />
        </Suspense>
      ) : (
        <>
          <ProviderButtons to={returnPathFrom(location)} />
          <RegisterForm initial={sent} returnTo={returnPathFrom(location)} onSent={onSent} />
        </>
      )}
      <p>
        {t('register.have')} <Link href="/login">{t('register.login')}</Link>
      </p>
    </Stack>
  )
}

function CheckMail({ sent, onBack }: { sent: RegisterUserBody; onBack: () => void }) {
  const t = useTranslations('accounts/registration')
  const tLink = useTranslations('accounts/one-time-links')
  const again = useCommand(registerUser)
  const hours = oneTimeLinkLifetimeMs.registration / hour
  return (
    <Stack gap={6}>
      <AuthHeader title={t('check.title')} lead={t('check.text', { email: sent.email, count: hours })} />
      <p>{t('check.nothing')}</p>
      <OpenMailbox email={sent.email} page="verify" />
      <ProblemBanner problem={again.problem} />
      {again.reply && (
        <Banner tone="success" announce>
          {t('check.sent')}
        </Banner>
      )}
      <Stack gap={2}>
        <div>
          <Button busy={again.busy} onClick={() => void again.run({ body: sent })}>
            {t('check.again')}
          </Button>
        </div>
        <div>
          <Button kind="quiet" onClick={onBack}>
            {t('check.other')}
          </Button>
        </div>
        <Link href="/login">{tLink('sign-in.back')}</Link>
      </Stack>
    </Stack>
  )
}
