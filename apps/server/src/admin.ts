import { type App, buildApp } from './app.ts'
import { type AdminRole, adminRoles } from '@veranda/core/admin/admin-roles.ts'
import { after, day, toIso } from '@veranda/core/time/instant.ts'
import { grantAdmin } from './features/accounts/grant-admin.ts'
import { listErrors } from './features/analytics/list-errors.ts'
import { listPageViews } from './features/analytics/page-views.ts'
import { type FailureGroup, listSignInFailures } from './features/accounts/sign-in/list-sign-in-failures.ts'
import { failedSignInActions } from './features/accounts/sign-in/sign-in-failures.ts'
import { compareWithProvider } from './features/payments/provider-report/compare-with-provider.ts'
import { closePageReport, listPageReports } from './features/talent/explore/list-page-reports.ts'
import { unlistCreator } from './features/talent/listing/unlist-creator.ts'
import { loadEnvironment, openConfiguredDatabase } from './run-server.ts'
import { requestRefused } from './platform/audit/request-refusals.ts'
import { rateLimited } from './platform/http/limits/rate-limit.ts'
import { listDeadLetters, retryDeadLetter } from './platform/jobs/dead-letters.ts'
import { checkLedger } from './platform/ledger/check-ledger.ts'
import { makeLogger } from './platform/logger.ts'

export const adminUsage = `Usage: npm run admin -- <command>
  make-admin <email> [roles]   makes an existing user an admin: owner, or these of ${adminRoles.join(', ')}
  failed-jobs          lists dead letters: jobs, timers and events given up after their last retry
  retry-job <id>       retries one of them
  sign-in-failures     lists failed sign-ins of the last 24 hours by account and by address of the network
  refusals             lists in the same way calls above a rate limit, and refused origins, host names and sockets
  page-reports         lists open reports about public pages
  close-report <id>    closes a report that nothing follows from
  unlist <handle> <reason>   takes a creator's public page down; the creator reads the reason
  relist <handle>      lets the page be shown again
  errors               lists the errors of the app that happened last, grouped
  analytics            lists the page views of the last 30 days by screen
  ledger-check         checks the invariants of the ledger, and compares it with the payment provider
  backup <folder>      writes database, stored files and secrets into a new folder that only you may read
  restore <folder>     restores a backup into an empty database and its storage`

/** Runs on the app, prints line by line, and returns the exit code. */
type AdminCommand = (app: App, argument: string, print: (line: string) => void) => Promise<number>

/** The commands of `npm run admin`, by name. */
export const adminCommands: Readonly<Record<string, AdminCommand>> = {
  async 'make-admin'(app, argument, print) {
    const [email = '', ...named] = argument.trim().split(/[\s,]+/)
    const unknown = named.find((role) => !isAdminRole(role))
    if (unknown !== undefined) {
      print(`There is no role ${unknown}; the roles are ${adminRoles.join(', ')}`)
      return 1
    }
    const [role = 'owner', ...others] = named.filter(isAdminRole)
    const name = await grantAdmin(app.deps, email, [role, ...others])
    if (name === undefined) {
      print(`There is no account with the address ${email}`)
      return 1
    }
    print(`${name} is now an admin: ${[role, ...others].join(', ')}. /admin opens once a second factor is on.`)
    return 0
  },

  async 'failed-jobs'(app, _, print) {
    const deadLetters = await listDeadLetters(app)
    for (const { id, description, at, error } of deadLetters) print(`${id}\n  ${description}, ${at}\n  ${error}`)
    print(
      deadLetters.length === 0
        ? 'There are no dead letters.'
        : `${deadLetters.length} dead letters; npm run admin -- retry-job <id>`,
    )
    return 0
  },

  async 'retry-job'(app, id, print) {
    const found = await retryDeadLetter(app, id)
    print(found ? 'It will be retried.' : `There is no such dead letter: ${id}`)
    return found ? 0 : 1
  },

  async 'sign-in-failures'(app, _, print) {
    const isAny = await printFailures(app, failedSignInActions, print)
    if (!isAny) print('No sign-in has failed in the last 24 hours.')
    return 0
  },

  async refusals(app, _, print) {
    const isAny = await printFailures(app, [rateLimited, requestRefused], print)
    if (!isAny) print('Nothing has been refused in the last 24 hours.')
    return 0
  },

  async 'page-reports'(app, _, print) {
    const reports = await listPageReports(app.deps.db, maxListedGroups)
    for (const { id, handle, name, work, reason, message, created_at: at } of reports) {
      const about = work === null ? `the page of ${name}` : `the work “${work}” of ${name}`
      print(`${id}\n  ${toIso(at)}, ${reason}: ${about}, /explore/${handle}${message === '' ? '' : `\n  ${message}`}`)
    }
    print(
      reports.length === 0
        ? 'There are no open reports.'
        : `${reports.length} open reports; npm run admin -- unlist <handle> <reason>, or close-report <id>`,
    )
    return 0
  },

  async 'close-report'(app, id, print) {
    const closed = await closePageReport(app.deps.db, id, app.deps.clock.now())
    print(closed ? 'It is closed.' : `There is no such open report: ${id}`)
    return closed ? 0 : 1
  },

  async unlist(app, argument, print) {
    const [handle = '', ...words] = argument.split(' ')
    const reason = words.join(' ').trim()
    if (reason === '') {
      print('Say why; the creator reads it: npm run admin -- unlist <handle> <reason>')
      return 1
    }
    return reportListing(
      await unlistCreator(app.deps, handle, reason),
      `${handle} is not public any more`,
      handle,
      print,
    )
  },

  async relist(app, handle, print) {
    const name = await unlistCreator(app.deps, handle, null)
    return reportListing(name, `${handle} is public again, if the creator says so`, handle, print)
  },

  async errors(app, _, print) {
    const { items } = await listErrors(app.deps.db)
    for (const { name, message, count, screen, version, release, frames, lastAt } of items) {
      print(`${count}  ${name}: ${message}\n  last ${lastAt}, ${screen}, ${version} (${release})`)
      if (frames.length > 0) print(`  ${frames.join('\n  ')}`)
    }
    if (items.length === 0) print('No errors have been reported.')
    return 0
  },

  async analytics(app, _, print) {
    const { items } = await listPageViews(app.deps.db, app.deps.clock.now(), listedDays)
    const byScreen = Map.groupBy(items, ({ screen }) => screen)
    const totals = Array.from(
      byScreen,
      ([screen, days]) => [screen, days.reduce((sum, one) => sum + one.views, 0)] as const,
    )
    for (const [screen, views] of totals.toSorted((a, b) => b[1] - a[1])) print(`${views}  ${screen}`)
    if (items.length === 0) print(`Nothing was viewed in the last ${listedDays} days.`)
    return 0
  },

  async 'ledger-check'(app, _, print) {
    const violations = await checkLedger(app.backgroundDeps.db)
    for (const { rule, about, amount } of violations) print(`${rule}: ${about}${amount === null ? '' : ` (${amount})`}`)
    const { db, clock, gateways } = app.backgroundDeps
    const differences = await compareWithProvider({ db, now: clock.now() }, gateways.payments)
    for (const { kind, reference, currency, booked, reported } of differences)
      print(`${kind} ${reference}: ${booked} ${currency} in the ledger, ${reported} at the payment provider`)
    const findings = violations.length + differences.length
    print(findings === 0 ? 'The ledger is consistent, and the same as at the provider.' : `${findings} findings`)
    return findings === 0 ? 0 : 1
  },
}

const isAdminRole = (name: string): name is AdminRole => adminRoles.some((role) => role === name)

const maxListedGroups = 50
/** The days of which `analytics` prints the views. */
const listedDays = 30

function reportListing(name: string | undefined, done: string, handle: string, print: (line: string) => void): number {
  print(name === undefined ? `There is no creator with the handle ${handle}` : `${name}: ${done}`)
  return name === undefined ? 1 : 0
}

/** Prints the failures of the last 24 hours with these actions, by account and by address; returns whether there are any. */
async function printFailures(app: App, actions: readonly string[], print: (line: string) => void): Promise<boolean> {
  const since = after(app.deps.clock.now(), -day)
  const { byAccount, byAddress } = await listSignInFailures(app.deps.db, { actions, since, limit: maxListedGroups })
  for (const [title, groups, others] of [
    ['By account', byAccount, 'addresses'],
    ['By address of the network', byAddress, 'accounts'],
  ] as const) {
    if (groups.length > 0) print(`${title} (at most ${maxListedGroups}):`)
    for (const group of groups) print(describeFailures(group, others))
  }
  return byAccount.length > 0
}

function describeFailures({ name, count, others, reasons, sites, lastAt }: FailureGroup, otherName: string): string {
  const byReason = Object.entries(reasons).map(([reason, number]) => `${reason} ${number}`)
  const named = sites.length === 0 ? '' : `; named ${sites.join(', ')}`
  return `  ${count}  ${name ?? 'not known'}: ${byReason.join(', ')}; ${others} ${otherName}${named}; last ${lastAt}`
}

/**
 * Builds the app without serving, runs `work` on it and stops it. Works next to a running server; an embedded Postgres
 * that was already running is left running.
 */
export async function runWithApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  const env = loadEnvironment()
  const { url, postgres } = await openConfiguredDatabase(env)
  const app = await buildApp({ env, databaseUrl: url, log: makeLogger('warn'), background: false })
  try {
    return await work(app)
  } finally {
    await app.stop()
    if (!postgres?.adopted) await postgres?.stop()
  }
}
