import { readSession } from '@veranda/contract/accounts/routes.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { runCommand } from '../../../lib/api/use-command.ts'
import { clearSession, saveSession, sessionStore } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { AuthHeader } from '../sign-in/auth-header.tsx'

/** Takes over the session that the server has opened for a browser that came back from a provider, and goes on to `to`. */
export function FinishSignIn({ to }: { to: string | undefined }) {
  const t = useTranslations('accounts/social')
  const navigate = useNavigate()
  const [failed, setFailed] = useState(false)

  const finish = useCallback(async () => {
    setFailed(false)
    const read = await runCommand(readSession, {})
    if (read.ok) {
      // What this browser keeps may be another user's.
      if (sessionStore.get().user?.id !== read.value.user.id) clearSession('left')
      saveSession(read.value)
      void navigate(to ?? '/dashboard', { replace: true })
    } else if (read.problem.status === 401) void navigate('/login?problem=expired', { replace: true })
    else setFailed(true)
  }, [navigate, to])
  useEffect(() => void finish(), [finish])

  return (
    <Stack gap={6}>
      <AuthHeader title={t('finish.title')} lead="" />
      {failed ? (
        <>
          <Banner tone="error" announce>
            {t('finish.failed')}
          </Banner>
          <Button kind="filled" size="large" wide onClick={() => void finish()}>
            {t('finish.again')}
          </Button>
        </>
      ) : (
        <Spinner label={t('finish.title')} />
      )}
    </Stack>
  )
}
