import { type FirstSession } from '@veranda/contract/accounts/registration/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { VerifyForm } from '../features/accounts/registration/verify-form.tsx'
import { AuthHeader } from '../features/accounts/sign-in/auth-header.tsx'
import { parseReturnPath } from '@veranda/core/accounts/sign-in/return-path.ts'
import { useFocusOnChange } from '../features/accounts/sign-in/use-focus-on-change.ts'
import { clearSession, saveSession, sessionStore } from '../lib/session/session.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'

type Step = 'press' | 'password' | 'unusable' | 'taken'

/** The page of a registration's link. Opening it calls nothing; the token is in the fragment, which no server sees. */
export function VerifyScreen() {
  const t = useTranslations('accounts/registration')
  const tLink = useTranslations('accounts/one-time-links')
  const s = useTranslations('accounts/sign-in')
  const token = useLocation().hash.slice(1)
  const navigate = useNavigate()
  const [left, setLeft] = useState<{ token: string; for: Step }>()
  // Another link that is opened in this tab changes only the fragment, and begins with its own press.
  const chosen = left && left.token === token ? left.for : 'press'
  const step: Step = /^[\w-]{43}$/.test(token) ? chosen : 'unusable'
  useFocusOnChange(step)
  const go = (to: Step) => () => setLeft({ token, for: to })

  function enter({ returnTo, ...session }: FirstSession) {
    // What another account left in this browser is not for this one.
    if (sessionStore.get().status === 'in') clearSession('none')
    saveSession(session)
    void navigate(parseReturnPath(returnTo) ?? '/dashboard', { replace: true })
  }

  if (step === 'unusable') {
    return (
      <Stack gap={6}>
        <AuthHeader title={tLink('unusable.title')} lead={tLink('unusable.text')} />
        <Button kind="filled" size="large" wide href="/register">
          {t('verify.again')}
        </Button>
        <Link href="/login">{tLink('sign-in.back')}</Link>
      </Stack>
    )
  }
  if (step === 'taken') {
    return (
      <Stack gap={6}>
        <AuthHeader title={t('verify.taken.title')} lead={t('verify.taken.text')} />
        <Button kind="filled" size="large" wide href="/login">
          {tLink('sign-in')}
        </Button>
        <Link href="/forgot-password">{s('login.forgot')}</Link>
      </Stack>
    )
  }
  return (
    <Stack gap={6}>
      <AuthHeader title={t('verify.title')} lead={step === 'password' ? t('verify.other.lead') : t('verify.lead')} />
      <VerifyForm
        key={token}
        token={token}
        withPassword={step === 'password'}
        onPasswordNeeded={go('password')}
        onVerified={enter}
        onUnusable={go('unusable')}
        onTaken={go('taken')}
      />
      {step === 'password' && <Link href="/register">{t('verify.again')}</Link>}
    </Stack>
  )
}
