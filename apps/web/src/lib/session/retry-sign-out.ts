import { logout } from '@veranda/contract/accounts/routes.ts'
import { runCommand } from '../api/use-command.ts'
import { forgetPendingSignOut, isSignOutPending } from './session.ts'

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
  while (isSignOutPending()) {
    const outcome = await runCommand(logout, {})
    if (outcome.ok || outcome.problem.status === 401) forgetPendingSignOut()
    else await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
  }
}
