import { listPostings } from '@veranda/contract/payments/routes.ts'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useFormat } from '../../lib/format.ts'
import { useList } from '../../lib/list.ts'
import { useWords } from '../../lib/words.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { ReadFailed } from '../../parts/reading.tsx'
import { When } from '../../parts/when.tsx'
import styles from './postings-timeline.module.css'
import { postingWords } from './posting-words.ts'
import { type Transaction, transactionsOf } from './transactions.ts'

/** How the money of a project moved, newest first: one step a transaction, its entries within. */
export function PostingsTimeline({ projectId }: { projectId: string }) {
  const t = useWords('payments')
  const list = useList(listPostings, { query: { projectId, limit: 100 } })
  if (list.problem && list.items.length === 0) return <ReadFailed problem={list.problem} retry={list.retry} />
  if (list.isPending) return <SkeletonRows count={4} label={t('postings.loading')} />
  if (list.items.length === 0) {
    return <EmptyState compact icon="receipt" title={t('postings.empty')} text={t('postings.empty.text')} />
  }
  return (
    <>
      <ol className={styles.timeline}>
        {transactionsOf(list.items).map((transaction) => (
          <Step key={transaction.id} transaction={transaction} />
        ))}
      </ol>
      <MoreButton list={list} />
    </>
  )
}

function Step({ transaction }: { transaction: Transaction }) {
  const t = useWords('payments')
  const format = useFormat()
  const { first, entries } = transaction
  return (
    <li className={styles.step}>
      <div className={styles.head}>
        <strong>{t(postingWords(first).kind)}</strong>
        {first.project && first.milestone && (
          <Link kind="quiet" href={`/projects/${first.project.id}?milestone=${first.milestone.id}`}>
            {first.milestone.title}
          </Link>
        )}
        <span className={styles.when}>
          <When at={first.at} show="moment" />
        </span>
      </div>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <span>{t(postingWords(entry).account)}</span>
            <span className={styles.amount}>
              {entry.effect > 0 ? '+' : ''}
              {format.money({ amount: entry.effect, currency: entry.amount.currency })}
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
