import { type Currency } from '../money/money.ts'
import { type AccountName, accountNameOf, normalSideOf, escrowAccounts } from './chart-of-accounts.ts'
import { type Entry, type TransactionKind, signedAmount } from './transaction.ts'

/**
 * A transaction as stored. `escrow` names its milestone or booking where no account does (`processor_fee`,
 * `refund_after_release`, `chargeback_open`).
 */
export type PostedTransaction = {
  readonly cause: string
  readonly kind: TransactionKind
  readonly currency: Currency
  readonly entries: readonly Entry[]
  readonly escrow?: string
}

/** One violation of a ledger rule: which rule, about what, and by how much in minor units. */
export type LedgerViolation = {
  readonly rule:
    | 'unbalanced'
    | 'orphan'
    | 'duplicate-cause'
    | 'negative-liability'
    | 'negative-escrow'
    | 'escrow-mismatch'
    | 'more-out-than-in'
    | 'processor-mismatch'
  readonly subject: string
  readonly by: number
}

/** Returns the balance of every account and currency (`escrow:x EUR`), each on its normal side, in minor units. */
export function accountBalances(transactions: readonly PostedTransaction[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { entries, currency } of transactions) {
    for (const entry of entries) {
      const amount = normalSideOf(entry.account) === 'debit' ? signedAmount(entry) : -signedAmount(entry)
      const key = `${entry.account} ${currency}`
      sums.set(key, (sums.get(key) ?? 0) + amount)
    }
  }
  return sums
}

/**
 * Checks all transactions about one milestone or booking: escrow + disputed + frozen = funded − released − refunded −
 * lost, and never more out than was captured.
 */
export function checkEscrow(escrow: string, related: readonly PostedTransaction[]): LedgerViolation[] {
  const sums = accountBalances(related)
  const currency = related[0]?.currency ?? ''
  const held = escrowAccounts.reduce((total, name) => total + (sums.get(`${name}:${escrow} ${currency}`) ?? 0), 0)
  let captured = 0
  let funded = 0
  let leftEscrow = 0
  let paidOut = 0
  for (const transaction of related) {
    const net = (name: AccountName) => netDebitOf(transaction, name)
    if (transaction.kind === 'capture') {
      captured += net('psp_clearing')
      funded += net('psp_clearing') + net('fee_deferred')
    }
    // The entries opposite escrow, so that the sum is not checked against itself.
    const toCreator = -net('creator_pending') - net('fee_creator')
    const toClient = -net('refund_payable') - net('fee_deferred') - net('fee_client')
    if (
      transaction.kind === 'release' ||
      transaction.kind === 'dispute_resolve' ||
      transaction.kind === 'refund_requested'
    ) {
      leftEscrow += toCreator + toClient
      paidOut += toCreator - net('refund_payable') - net('fee_client')
    }
    if (transaction.kind === 'chargeback_lost')
      leftEscrow += toClient - net('chargeback_receivable') - net('creator_frozen') - net('fee_creator')
    if (transaction.kind === 'refund_after_release') {
      const clawedBack = net('creator_pending') + net('creator_available') + net('receivable')
      paidOut += -net('refund_payable') - clawedBack - net('fee_creator') - net('fee_client')
    }
  }
  const found: LedgerViolation[] = []
  if (funded === 0) found.push({ rule: 'orphan', subject: escrow, by: held })
  if (held < 0) found.push({ rule: 'negative-escrow', subject: escrow, by: held })
  if (held !== funded - leftEscrow)
    found.push({ rule: 'escrow-mismatch', subject: escrow, by: held - (funded - leftEscrow) })
  if (paidOut > captured) found.push({ rule: 'more-out-than-in', subject: escrow, by: paidOut - captured })
  return found
}

/** Returns debit − credit of one transaction on all accounts of that name. */
function netDebitOf(posted: PostedTransaction, name: AccountName): number {
  return posted.entries.reduce(
    (total, entry) => total + (accountNameOf(entry.account) === name ? signedAmount(entry) : 0),
    0,
  )
}
