import { readSession } from '@veranda/contract/accounts/sessions/routes.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { runCommand } from '../../../lib/api/use-command.ts'
import { retrySignOut } from '../../../lib/session/retry-sign-out.ts'
import { clearSession, awaitsSignOut, saveSession, sessionStore } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

/**
 * Takes over the session that the server has opened for a browser that came back from a provider, and goes on to `to`.
 * Has a session ended whose sign-out got no reply, and asks the user to sign in.
 */
export function FinishSignIn({ to }: { to: string | undefined }) {
  const t = useTranslations('accounts/social')
  const navigate = useNavigate()
  const [attempts, setAttempts] = useState(1)
  /** The number of attempts that have failed. */
  const [failedAttempts, setFailedAttempts] = useState(0)

  useEffect(() => {
    void runCommand(readSession, {}).then((read) => {
      if (read.ok && awaitsSignOut(read.reply)) {
        void retrySignOut()
        void navigate(to === undefined ? '/login' : `/login?${new URLSearchParams({ to }).toString()}`, {
          replace: true,
        })
      } else if (read.ok) {
        const { user } = sessionStore.get()
        // What this browser keeps is another user's.
        if (user && user.id !== read.reply.user.id) clearSession('none')
        saveSession(read.reply)
        void navigate(to ?? '/dashboard', { replace: true })
      } else if (read.problem.status === 401) {
        const search = new URLSearchParams({ problem: 'expired', ...(to !== undefined && { to }) })
        void navigate(`/login?${search.toString()}`, { replace: true })
      } else setFailedAttempts(attempts)
    })
  }, [navigate, to, attempts])

  return (
    <Stack gap={6}>
      {failedAttempts === attempts ? (
        <>
          <Banner tone="error" announce>
            {t('finish.failed')}
          </Banner>
          <Button kind="filled" size="large" wide onClick={() => setAttempts(attempts + 1)}>
            {t('finish.again')}
          </Button>
        </>
      ) : (
        <Spinner label={t('finish.title')} />
      )}
    </Stack>
  )
}
