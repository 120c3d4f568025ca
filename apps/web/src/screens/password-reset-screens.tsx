import { oneTimeLinkLifetimeMs } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { AuthHeader } from '../features/accounts/sign-in/auth-header.tsx'
import { NewPasswordForm } from '../features/accounts/password-reset/new-password-form.tsx'
import { OpenMailbox } from '../features/accounts/one-time-links/open-mailbox.tsx'
import { refreshSession } from '../features/accounts/sessions/refresh-session.ts'
import { useFocusOnChange } from '../features/accounts/sign-in/use-focus-on-change.ts'
import { RequestResetForm } from '../features/accounts/password-reset/request-reset-form.tsx'
import { useTranslations } from '../lib/i18n/i18n.ts'

/** The two screens of a reset, at their own addresses in one entry of the router. */
export function PasswordResetScreen() {
  return useLocation().pathname.startsWith('/forgot') ? <ForgotPasswordScreen /> : <ResetPasswordScreen />
}

/** Asks for a link by mail. What it says afterwards is the same for every address. */
function ForgotPasswordScreen() {
  const t = useTranslations('accounts/password-reset')
  const tLink = useTranslations('accounts/one-time-links')
  const [sentTo, setSentTo] = useState<string>()
  useFocusOnChange(sentTo)
  if (sentTo === undefined) {
    return (
      <Stack gap={6}>
        <AuthHeader title={t('forgot.title')} lead={t('forgot.lead')} />
        <RequestResetForm onSent={setSentTo} />
        <Link href="/login">{tLink('sign-in.back')}</Link>
      </Stack>
    )
  }
  const minutes = oneTimeLinkLifetimeMs['password-reset'] / minute
  return (
    <Stack gap={6}>
      <AuthHeader title={t('sent.title')} lead={t('sent.text', { email: sentTo, count: minutes })} />
      <p>{t('sent.nothing')}</p>
      <OpenMailbox email={sentTo} page="reset-password" />
      <Stack gap={2}>
        <div>
          <Button onClick={() => setSentTo(undefined)}>{t('sent.again')}</Button>
        </div>
        <Link href="/login">{tLink('sign-in.back')}</Link>
      </Stack>
    </Stack>
  )
}

/** The page of the link. Opening it calls nothing; the token is in the fragment, which no server sees. */
function ResetPasswordScreen() {
  const t = useTranslations('accounts/password-reset')
  const tLink = useTranslations('accounts/one-time-links')
  const token = useLocation().hash.slice(1)
  const navigate = useNavigate()
  const [ended, setEnded] = useState<{ token: string; as: 'done' | 'unusable' }>()
  // Another link that is opened in this tab changes only the fragment, and gets a form of its own.
  const step = ended && (token === '' || token === ended.token) ? ended.as : 'form'
  useFocusOnChange(step)

  function finish() {
    setEnded({ token, as: 'done' })
    // Used up, and not for the history of the browser.
    void navigate('/reset-password', { replace: true })
    void refreshSession()
  }

  if (step === 'done') {
    return (
      <Stack gap={6}>
        <AuthHeader title={t('done.title')} lead={t('done.text')} />
        <Button kind="filled" size="large" wide href="/login">
          {tLink('sign-in')}
        </Button>
      </Stack>
    )
  }
  if (step === 'unusable' || !/^[\w-]{43}$/.test(token)) {
    return (
      <Stack gap={6}>
        <AuthHeader title={tLink('unusable.title')} lead={tLink('unusable.text')} />
        <Button kind="filled" size="large" wide href="/forgot-password">
          {t('unusable.again')}
        </Button>
        <Link href="/login">{tLink('sign-in.back')}</Link>
      </Stack>
    )
  }
  return (
    <Stack gap={6}>
      <AuthHeader title={t('new.title')} lead={t('new.lead')} />
      <NewPasswordForm
        key={token}
        token={token}
        onDone={finish}
        onUnusable={() => setEnded({ token, as: 'unusable' })}
      />
      <Link href="/login">{tLink('sign-in.back')}</Link>
    </Stack>
  )
}
