import { type Posting } from '@veranda/contract/payments/schemas.ts'

/** The entries that were posted together, in the order in which the list has them. */
export type Transaction = { id: string; first: Posting; entries: Posting[] }

export function transactionsOf(postings: readonly Posting[]): Transaction[] {
  const found = new Map<string, Transaction>()
  for (const posting of postings) {
    const known = found.get(posting.transactionId)
    if (known) known.entries.push(posting)
    else found.set(posting.transactionId, { id: posting.transactionId, first: posting, entries: [posting] })
  }
  return [...found.values()]
}
