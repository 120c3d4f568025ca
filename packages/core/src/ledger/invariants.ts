import { type Currency } from '../money/money.ts'
import { type Account, type AccountName, isAccount, kindOf, nameOf, normalSideOf, ownerOf } from './accounts.ts'
import { type Entry, type PostingKind, signed } from './entry.ts'

/** A posting as the ledger keeps it. `milestone` says what it is about where no account does (T1b, T7, T9). */
export type Posted = {
  readonly cause: string
  readonly kind: PostingKind
  readonly currency: Currency
  readonly entries: readonly Entry[]
  readonly milestone?: string
}

/** One broken promise of the ledger: which, about what, and by how much in minor units. */
export type Violation = {
  readonly rule:
    | 'unbalanced'
    | 'orphan'
    | 'doubled-cause'
    | 'negative-liability'
    | 'negative-held'
    | 'held-differs'
    | 'more-out-than-in'
    | 'processor-differs'
  readonly subject: string
  readonly by: number
}

/** The processor's own report of its accounts, in minor units. */
export type ProcessorReport = ReadonlyMap<Account, number>

/** Balance of every account and currency (`held:x EUR`), each on its normal side, in minor units. */
export function balances(postings: readonly Posted[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { entries, currency } of postings) {
    for (const entry of entries) {
      const amount = normalSideOf(entry.account) === 'debit' ? signed(entry) : -signed(entry)
      const key = `${entry.account} ${currency}`
      sums.set(key, (sums.get(key) ?? 0) + amount)
    }
  }
  return sums
}

/** Checks a whole ledger, in the order it was posted, and lists what is broken; empty when all is well. */
export function checkLedger(postings: readonly Posted[], report?: ProcessorReport): Violation[] {
  const found: Violation[] = []
  const causes = new Set<string>()
  for (const one of postings) {
    const off = one.entries.reduce((total, entry) => total + signed(entry), 0)
    if (off !== 0) found.push({ rule: 'unbalanced', subject: one.cause, by: off })
    const known = one.entries.every((entry) => isAccount(entry.account))
    if (one.entries.length < 2 || !known) found.push({ rule: 'orphan', subject: one.cause, by: one.entries.length })
    if (causes.has(one.cause)) found.push({ rule: 'doubled-cause', subject: one.cause, by: 1 })
    causes.add(one.cause)
  }
  const sums = balances(postings)
  for (const [key, balance] of sums) {
    // Keys are made of accounts by `balances` above.
    const account = key.slice(0, key.lastIndexOf(' ')) as Account
    if (kindOf(account) === 'liability' && balance < 0)
      found.push({ rule: 'negative-liability', subject: key, by: balance })
    const reported = report?.get(account)
    if (reported !== undefined && reported !== balance) {
      found.push({ rule: 'processor-differs', subject: key, by: balance - reported })
    }
  }
  for (const [milestone, its] of byMilestone(postings)) found.push(...checkFunds(milestone, its))
  return found
}

function byMilestone(postings: readonly Posted[]): Map<string, Posted[]> {
  const groups = new Map<string, Posted[]>()
  for (const one of postings) {
    const held = one.entries.find((entry) => heldNames.has(nameOf(entry.account)))
    const milestone = one.milestone ?? (held && ownerOf(held.account))
    if (milestone !== undefined) groups.set(milestone, [...(groups.get(milestone) ?? []), one])
  }
  return groups
}

const heldNames: ReadonlySet<AccountName> = new Set(['held', 'held_disputed', 'held_frozen'])

/**
 * Checks all postings about one milestone or booking: held + disputed + frozen = funded − released − refunded − lost, and
 * never more out than was captured.
 */
export function checkFunds(milestone: string, its: readonly Posted[]): Violation[] {
  const sums = balances(its)
  const currency = its[0]?.currency ?? ''
  const held = [...heldNames].reduce((total, name) => total + (sums.get(`${name}:${milestone} ${currency}`) ?? 0), 0)
  let captured = 0
  let funded = 0
  let gone = 0
  let out = 0
  for (const one of its) {
    const net = (name: AccountName) => netOf(one, name)
    if (one.kind === 'T1') {
      captured += net('psp_clearing')
      funded += net('psp_clearing') + net('fee_deferred')
    }
    // The legs on the far side of held, so that the sum is not checked against itself.
    const toCreator = -net('provider_pending') - net('fee_provider')
    const toClient = -net('refund_payable') - net('fee_deferred') - net('fee_client')
    if (one.kind === 'T3' || one.kind === 'T8r' || one.kind === 'T6') {
      gone += toCreator + toClient
      out += toCreator - net('refund_payable') - net('fee_client')
    }
    if (one.kind === 'T9l' && netOf(one, 'held_frozen') > 0) gone += -net('chargeback_receivable') - net('fee_deferred')
    if (one.kind === 'T7') {
      const clawedBack = net('provider_pending') + net('provider_available') + net('receivable')
      out += -net('refund_payable') - clawedBack - net('fee_provider') - net('fee_client')
    }
  }
  const found: Violation[] = []
  if (funded === 0) found.push({ rule: 'orphan', subject: milestone, by: held })
  if (held < 0) found.push({ rule: 'negative-held', subject: milestone, by: held })
  if (held !== funded - gone) found.push({ rule: 'held-differs', subject: milestone, by: held - (funded - gone) })
  if (out > captured) found.push({ rule: 'more-out-than-in', subject: milestone, by: out - captured })
  return found
}

/** debit − credit of one posting on all accounts of that name. */
function netOf(posted: Posted, name: AccountName): number {
  return posted.entries.reduce((total, entry) => total + (nameOf(entry.account) === name ? signed(entry) : 0), 0)
}
