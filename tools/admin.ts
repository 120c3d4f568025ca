import { openForCommand } from '../apps/server/src/command.ts'
import { listFailures, retryFailure } from '../apps/server/src/failures.ts'
import { makeOperator } from '../apps/server/src/features/accounts/make-operator.ts'
import { checkLedger } from '../apps/server/src/ledger/check.ts'

const usage = `Usage: npm run admin -- <command>
  make-admin <email>   makes somebody with an account an operator
  failed-jobs          lists jobs, timers and reactions that were given up
  retry-job <id>       tries one of them again
  ledger-check         checks the invariants of the ledger`

const say = (line: string) => void process.stdout.write(`${line}\n`)
const [command, argument] = process.argv.slice(2)

const commands: Record<string, () => Promise<number>> = {
  'make-admin': () =>
    openForCommand(async (app) => {
      const name = await makeOperator(app.deps, argument ?? '')
      say(
        name === undefined ? `Nobody has an account with the address ${argument ?? ''}` : `${name} is an operator now`,
      )
      return name === undefined ? 1 : 0
    }),
  'failed-jobs': () =>
    openForCommand(async (app) => {
      const failures = await listFailures(app)
      for (const { id, what, at, error } of failures) say(`${id}\n  ${what}, ${at}\n  ${error}`)
      say(
        failures.length === 0
          ? 'Nothing was given up.'
          : `${failures.length} given up; npm run admin -- retry-job <id>`,
      )
      return 0
    }),
  'retry-job': () =>
    openForCommand(async (app) => {
      const found = await retryFailure(app, argument ?? '')
      say(found ? 'It will be tried again.' : `There is no such failure: ${argument ?? ''}`)
      return found ? 0 : 1
    }),
  'ledger-check': () =>
    openForCommand(async (app) => {
      const findings = await checkLedger(app.deps.db)
      for (const { rule, about, amount } of findings) say(`${rule}: ${about}${amount === null ? '' : ` (${amount})`}`)
      say(findings.length === 0 ? 'The ledger holds.' : `${findings.length} findings`)
      return findings.length === 0 ? 0 : 1
    }),
}

const run = commands[command ?? '']
if (!run) {
  say(usage)
  process.exit(1)
}
process.exit(await run())
