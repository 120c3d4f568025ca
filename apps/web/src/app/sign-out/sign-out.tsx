import { logout } from '@veranda/contract/accounts/sessions/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { useEffect, useRef, useState } from 'react'
import { runCommand } from '../../lib/api/use-command.ts'
import { retrySignOut } from '../../lib/session/retry-sign-out.ts'
import {
  beginSignOut,
  clearSession,
  rememberPendingSignOut,
  sessionStore,
  storedToken,
} from '../../lib/session/session.ts'
import { readClaims } from '../../lib/session/token.ts'
import { useTranslations } from '../../lib/i18n.ts'
import { snackbars } from '../../components/toasts.ts'
import { useProblemText } from '../../components/use-problem-text.ts'
import { countUnsentWrites, type UnsentWrites } from './unsent-writes.ts'

const kinds = ['messages', 'uploads', 'changes', 'drafts'] as const

/**
 * Signs out when it appears, or asks first if this browser holds writes that would be discarded. Without a reply of the
 * server the session is over here and ended there later.
 */
export function SignOut({ onStay }: { onStay: () => void }) {
  const t = useTranslations('accounts/sign-out')
  const textOf = useProblemText()
  const [unsent, setUnsent] = useState<UnsentWrites>()
  const [busy, setBusy] = useState(false)
  const stayButton = useRef<HTMLButtonElement>(null)
  const started = useRef(false)

  async function signOut() {
    setBusy(true)
    const sid = readClaims(storedToken() ?? '')?.sid
    beginSignOut()
    const outcome = await runCommand(logout, { body: { sid } })
    // A session unknown to the server is already signed out.
    const isOver = outcome.ok || outcome.problem.status === 401
    // On a full disk there is room for the marker only once the session is cleared.
    clearSession('left')
    if (isOver) return
    rememberPendingSignOut(sid)
    snackbars.add({ title: textOf(outcome.problem), text: t('pending'), tone: 'error' })
    void retrySignOut()
  }

  async function start() {
    const { user } = sessionStore.get()
    const found = user ? await countUnsentWrites(user.id) : undefined
    if (found && kinds.some((kind) => found[kind] > 0)) setUnsent(found)
    else await signOut()
  }

  useEffect(() => {
    if (started.current) return
    started.current = true
    void start()
  })

  return (
    <Dialog
      open={unsent !== undefined}
      onClose={onStay}
      title={t('title')}
      text={t('text')}
      initialFocus={stayButton}
      actions={
        <>
          <Button ref={stayButton} onClick={onStay}>
            {t('stay')}
          </Button>
          <Button kind="danger" busy={busy} onClick={() => void signOut()}>
            {t('do')}
          </Button>
        </>
      }
    >
      <ul>
        {unsent &&
          kinds
            .filter((kind) => unsent[kind] > 0)
            .map((kind) => <li key={kind}>{t(kind, { count: unsent[kind] })}</li>)}
      </ul>
    </Dialog>
  )
}
