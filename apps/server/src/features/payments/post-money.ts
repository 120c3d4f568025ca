import { type Posting } from '@veranda/core/ledger/entry.ts'
import { type Result } from '@veranda/core/result.ts'
import { type Tx } from '../../db/database.ts'
import { type NewPosting, post } from '../../ledger/post.ts'

/** Writes a posting of the core into the ledger; refused when its cause was posted before. */
export function postMoney(
  t: Tx,
  { kind, entries }: Posting,
  about: Omit<NewPosting, 'kind' | 'entries'>,
): Promise<Result<{ id: string }>> {
  const lines = entries.map((entry) =>
    entry.debit === undefined
      ? { account: entry.account, credit: entry.credit }
      : { account: entry.account, debit: entry.debit },
  )
  return post(t, { ...about, kind, entries: lines })
}
