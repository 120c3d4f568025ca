import {
  type Account,
  accountNameOf,
  escrowAccounts,
  liabilityAccounts,
  ownedAccounts,
  platformAccounts,
} from '../chart-of-accounts.ts'
import { accountBalances, checkEscrow, type LedgerViolation, type PostedTransaction } from '../check-ledger.ts'
import { signedAmount } from '../transaction.ts'

/** The processor's own report of its accounts, in minor units. */
export type ProcessorReport = ReadonlyMap<Account, number>

const escrowAccountNames: ReadonlySet<string> = new Set(escrowAccounts)

/** Checks a whole ledger in posting order and returns its violations. */
export function checkLedger(transactions: readonly PostedTransaction[], report?: ProcessorReport): LedgerViolation[] {
  const found: LedgerViolation[] = []
  const causes = new Set<string>()
  for (const transaction of transactions) {
    const imbalance = transaction.entries.reduce((total, entry) => total + signedAmount(entry), 0)
    if (imbalance !== 0) found.push({ rule: 'unbalanced', subject: transaction.cause, by: imbalance })
    const known = transaction.entries.every((entry) => isAccount(entry.account))
    if (transaction.entries.length < 2 || !known)
      found.push({ rule: 'orphan', subject: transaction.cause, by: transaction.entries.length })
    if (causes.has(transaction.cause)) found.push({ rule: 'duplicate-cause', subject: transaction.cause, by: 1 })
    causes.add(transaction.cause)
  }
  const sums = accountBalances(transactions)
  for (const [key, balance] of sums) {
    // Keys are built from accounts by `accountBalances` above.
    const account = key.slice(0, key.lastIndexOf(' ')) as Account
    if (liabilityAccounts.includes(accountNameOf(account)) && balance < 0)
      found.push({ rule: 'negative-liability', subject: key, by: balance })
    const reported = report?.get(account)
    if (reported !== undefined && reported !== balance) {
      found.push({ rule: 'processor-mismatch', subject: key, by: balance - reported })
    }
  }
  for (const [escrow, related] of groupByEscrow(transactions)) found.push(...checkEscrow(escrow, related))
  return found
}

function groupByEscrow(transactions: readonly PostedTransaction[]): Map<string, PostedTransaction[]> {
  const groups = new Map<string, PostedTransaction[]>()
  for (const transaction of transactions) {
    const held = transaction.entries.find((entry) => escrowAccountNames.has(accountNameOf(entry.account)))
    const escrow = transaction.escrow ?? held?.account.split(':')[1]
    if (escrow !== undefined) groups.set(escrow, [...(groups.get(escrow) ?? []), transaction])
  }
  return groups
}

/** Returns whether the text names an account of the chart, with an owner exactly where one belongs. */
export function isAccount(text: string): text is Account {
  const [name = '', owner] = text.split(':', 2)
  return Object.hasOwn(owner === undefined ? platformAccounts : ownedAccounts, name) && owner !== ''
}
