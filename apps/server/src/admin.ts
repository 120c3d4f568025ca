import { type App } from './app.ts'
import { listFailures, retryFailure } from './failures.ts'
import { makeOperator } from './features/accounts/make-operator.ts'
import { checkLedger } from './ledger/check.ts'

export const adminUsage = `Usage: npm run admin -- <command>
  make-admin <email>   makes somebody with an account an operator
  failed-jobs          lists jobs, timers and reactions that were given up
  retry-job <id>       tries one of them again
  ledger-check         checks the invariants of the ledger`

/** Does its work on the app, says what came of it line by line, and answers the exit code. */
type Command = (app: App, argument: string, say: (line: string) => void) => Promise<number>

/** What an operator does from a terminal, by the name of the command. */
export const adminCommands: Readonly<Record<string, Command>> = {
  async 'make-admin'(app, email, say) {
    const name = await makeOperator(app.deps, email)
    say(name === undefined ? `Nobody has an account with the address ${email}` : `${name} is an operator now`)
    return name === undefined ? 1 : 0
  },

  async 'failed-jobs'(app, _, say) {
    const failures = await listFailures(app)
    for (const { id, what, at, error } of failures) say(`${id}\n  ${what}, ${at}\n  ${error}`)
    say(
      failures.length === 0 ? 'Nothing was given up.' : `${failures.length} given up; npm run admin -- retry-job <id>`,
    )
    return 0
  },

  async 'retry-job'(app, id, say) {
    const found = await retryFailure(app, id)
    say(found ? 'It will be tried again.' : `There is no such failure: ${id}`)
    return found ? 0 : 1
  },

  async 'ledger-check'(app, _, say) {
    const findings = await checkLedger(app.deps.db)
    for (const { rule, about, amount } of findings) say(`${rule}: ${about}${amount === null ? '' : ` (${amount})`}`)
    say(findings.length === 0 ? 'The ledger holds.' : `${findings.length} findings`)
    return findings.length === 0 ? 0 : 1
  },
}
