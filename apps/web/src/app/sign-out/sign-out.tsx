import { logout } from '@veranda/contract/accounts/sessions/routes.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { useEffect, useRef, useState } from 'react'
import { networkProblem } from '../../lib/api/problem.ts'
import { type Outcome, runCommand } from '../../lib/api/use-command.ts'
import { retrySignOut } from '../../lib/session/retry-sign-out.ts'
import {
  beginSignOut,
  clearSession,
  forgetPendingSignOut,
  rememberPendingSignOut,
  sessionStore,
  storedToken,
} from '../../lib/session/session.ts'
import { readClaims } from '../../lib/session/token.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { snackbars } from '../../components/toasts.ts'
import { useProblemText } from '../../components/page/use-problem-text.ts'
import { countUnsentWrites, type UnsentWrites } from './unsent-writes.ts'

/** Without a reply in this time the session is over in this browser. */
const replyDeadlineMs = 4_000

const kinds = ['messages', 'uploads', 'changes', 'drafts'] as const

/** Ends the session at the server and gives up at the deadline, also while the call waits for a new token. */
async function sendSignOut(sid: string | undefined): Promise<Outcome<Done>> {
  const abort = new AbortController()
  const late = Promise.withResolvers<Outcome<Done>>()
  const timer = setTimeout(() => {
    abort.abort()
    late.resolve({ ok: false, problem: networkProblem() })
  }, replyDeadlineMs)
  const outcome = await Promise.race([runCommand(logout, { body: { sid } }, { signal: abort.signal }), late.promise])
  clearTimeout(timer)
  return outcome
}

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
    beginSignOut(sid)
    const outcome = await sendSignOut(sid)
    // A session unknown to the server is already signed out.
    const isOver = outcome.ok || outcome.problem.status === 401
    clearSession('left')
    if (isOver) return forgetPendingSignOut()
    // On a full disk there is room for it only now.
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
