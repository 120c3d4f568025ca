import { logout } from '@veranda/contract/accounts/sessions/routes.ts'
import { runCommand } from '../api/use-command.ts'
import { forgetPendingSignOut, pendingSignOut, signInStart } from './session.ts'

const retryDelayMs = 5_000

let running: Promise<void> | undefined

/**
 * Asks the server to end the session of a sign-out without a reply until it has, or someone signs in, which ends it too.
 * Does nothing without such a sign-out.
 */
export function retrySignOut(): Promise<void> {
  running ??= retryUntilConfirmed().finally(() => (running = undefined))
  return running
}

async function retryUntilConfirmed(): Promise<void> {
  for (let sid = pendingSignOut(); sid !== null; sid = pendingSignOut()) {
    const isOver = await isEnded(sid === '1' ? undefined : sid)
    if (!isOver) await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    // Not a sign-out that was begun meanwhile.
    else if (pendingSignOut() === sid) forgetPendingSignOut()
  }
}

/** Asks once, and gives up when a sign-in begins in any tab, because a late reply would delete its cookie. A session unknown to the server is over. */
async function isEnded(sid: string | undefined): Promise<boolean> {
  const abort = new AbortController()
  const giveUp = () => abort.abort()
  addEventListener(signInStart, giveUp, { once: true })
  const outcome = await runCommand(logout, { body: { sid } }, { signal: abort.signal })
  removeEventListener(signInStart, giveUp)
  return outcome.ok || outcome.problem.status === 401
}
