import { readSession } from '@veranda/contract/accounts/routes.ts'
import { oneTimeLinkLifetimeMs } from '@veranda/core/accounts/one-time-link.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { AuthHeader } from '../features/accounts/sign-in/auth-header.tsx'
import { NewPasswordForm } from '../features/accounts/password-reset/new-password-form.tsx'
import { OpenMailbox } from '../features/accounts/password-reset/open-mailbox.tsx'
import { RequestResetForm } from '../features/accounts/password-reset/request-reset-form.tsx'
import { runCommand } from '../lib/api/use-command.ts'
import { clearSession, sessionStore } from '../lib/session/session.ts'
import { useTranslations } from '../lib/i18n.ts'

/** The two screens of a reset, at their own addresses in one entry of the router. */
export function PasswordResetScreen() {
  return useLocation().pathname.startsWith('/forgot') ? <ForgotPasswordScreen /> : <ResetPasswordScreen />
}

/** Asks for a link by mail. What it says afterwards is the same for every address. */
function ForgotPasswordScreen() {
  const t = useTranslations('accounts/password')
  const [sentTo, setSentTo] = useState<string>()
  useFocusOnChange(sentTo)
  if (sentTo === undefined) {
    return (
      <Stack gap={6}>
        <AuthHeader title={t('forgot.title')} lead={t('forgot.lead')} />
        <RequestResetForm onSent={setSentTo} />
        <Link href="/login">{t('forgot.back')}</Link>
      </Stack>
    )
  }
  const minutes = oneTimeLinkLifetimeMs['password-reset'] / minute
  return (
    <Stack gap={6}>
      <AuthHeader title={t('sent.title')} lead={t('sent.text', { email: sentTo, minutes })} />
      <p>{t('sent.nothing')}</p>
      <OpenMailbox email={sentTo} />
      <Stack gap={2}>
        <div>
          <Button onClick={() => setSentTo(undefined)}>{t('sent.again')}</Button>
        </div>
        <Link href="/login">{t('forgot.back')}</Link>
      </Stack>
    </Stack>
  )
}

/** The page of the link. Opening it calls nothing; the token is in the fragment, which no server sees. */
function ResetPasswordScreen() {
  const t = useTranslations('accounts/password')
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
    void leaveEndedSession()
  }

  if (step === 'done') {
    return (
      <Stack gap={6}>
        <AuthHeader title={t('done.title')} lead={t('done.text')} />
        <Button kind="filled" size="large" wide href="/login">
          {t('done.sign-in')}
        </Button>
      </Stack>
    )
  }
  if (step === 'unusable' || !/^[\w-]{43}$/.test(token)) {
    return (
      <Stack gap={6}>
        <AuthHeader title={t('unusable.title')} lead={t('unusable.text')} />
        <Button kind="filled" size="large" wide href="/forgot-password">
          {t('unusable.again')}
        </Button>
        <Link href="/login">{t('forgot.back')}</Link>
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
      <Link href="/login">{t('forgot.back')}</Link>
    </Stack>
  )
}

/** Signs out here as well when the reset ended this browser's own session; it may be that of another account. */
async function leaveEndedSession(): Promise<void> {
  if (sessionStore.get().status !== 'in') return
  const session = await runCommand(readSession, {})
  if (!session.ok && session.problem.status === 401) clearSession('left')
}

/** Moves the focus to what took the place of a form, so that a keyboard and a screen reader continue there. */
function useFocusOnChange(shown: string | undefined) {
  const [first] = useState(shown)
  useEffect(() => {
    if (shown !== first) document.getElementById('main')?.focus()
  }, [shown, first])
}
