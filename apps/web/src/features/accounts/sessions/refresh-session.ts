import { readSession } from '@veranda/contract/accounts/sessions/routes.ts'
import { runCommand } from '../../../lib/api/use-command.ts'
import { clearSession, saveUser, sessionStore } from '../../../lib/session/session.ts'

/**
 * Reads this browser's session again after the press of a link, which may be that of another account: signs out here if
 * it ended the session, and shows the user's new address if it changed that.
 */
export async function refreshSession(): Promise<void> {
  if (sessionStore.get().status !== 'in') return
  const session = await runCommand(readSession, {})
  if (session.ok) saveUser(session.reply.user)
  else if (session.problem.status === 401) clearSession('ended')
}
