import { type Minor, minor } from '../money/money.ts'
import { type Account } from './accounts.ts'

/** One line of a posting, in minor units above zero; exactly one side is given. */
export type Entry =
  | { readonly account: Account; readonly debit: Minor; readonly credit?: never }
  | { readonly account: Account; readonly credit: Minor; readonly debit?: never }

/** The lines of the posting table of the domain; see `postings.ts`. */
export const postingKinds = [
  'T0',
  'T0r',
  'T1',
  'T1b',
  'T2',
  'T3',
  'T4',
  'T4b',
  'T5',
  'T5p',
  'T5x',
  'T5xp',
  'T6',
  'T6p',
  'T7',
  'T8',
  'T8r',
  'T9',
  'T9f',
  'T9w',
  'T9l',
] as const
export type PostingKind = (typeof postingKinds)[number]

/** A balanced set of entries in one currency: debits equal credits, no line is zero. */
export type Posting = { readonly kind: PostingKind; readonly entries: readonly Entry[] }

/** A debit line. */
export function debit(account: Account, amount: Minor): Entry {
  return { account, debit: amount }
}

/** A credit line. */
export function credit(account: Account, amount: Minor): Entry {
  return { account, credit: amount }
}

/** debit − credit of one line, in minor units. */
export function signed(entry: Entry): number {
  return (entry.debit ?? 0) - (entry.credit ?? 0)
}

/** Makes a posting, leaving out lines of zero. Throws (a bug) when it does not balance or a line is negative. */
export function posting(kind: PostingKind, lines: readonly Entry[]): Posting {
  const entries = lines.filter((line) => signed(line) !== 0)
  let balance = 0n
  for (const line of entries) {
    if (minor(line.debit ?? line.credit ?? 0) < 0) throw new RangeError(`${kind}: negative line on ${line.account}`)
    balance += BigInt(signed(line))
  }
  if (balance !== 0n) throw new RangeError(`${kind}: out of balance by ${balance}`)
  return { kind, entries }
}
