import { listLedgerEntries } from '@veranda/contract/payments/routes.ts'
import { type LedgerEntry } from '@veranda/contract/payments/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useState } from 'react'
import { useFormat } from '../../lib/i18n/format.ts'
import { useList } from '../../lib/api/use-list.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { LoadMoreButton } from '../../components/page/load-more-button.tsx'
import { QueryError } from '../../components/page/query-boundary.tsx'
import { Timestamp } from '../../components/time/timestamp.tsx'
import styles from './ledger-timeline.module.css'

/** Offers the ledger entries of a project, which are read once they are asked for. */
export function LedgerCard({ projectId }: { projectId: string }) {
  const t = useTranslations('payments')
  const [open, setOpen] = useState(false)
  return (
    <Card
      title={t('entries.card')}
      aside={
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'entries.hide' : 'entries.show')}
        </Button>
      }
    >
      {open ? <LedgerTimeline projectId={projectId} /> : <p className={styles.closed}>{t('entries.hint')}</p>}
    </Card>
  )
}

/** Shows how the money of a project moved, newest first, with one step for each transaction and its entries. */
export function LedgerTimeline({ projectId }: { projectId: string }) {
  const t = useTranslations('payments')
  const list = useList(listLedgerEntries, { query: { projectId, limit: 100 } })
  if (list.problem && list.items.length === 0) return <QueryError problem={list.problem} retry={list.retry} />
  if (list.isPending) return <SkeletonRows count={4} label={t('entries.loading')} />
  if (list.items.length === 0) {
    return <EmptyState compact icon="receipt" title={t('entries.empty')} text={t('entries.empty.text')} />
  }
  return (
    <>
      <ol className={styles.timeline}>
        {groupByTransaction(list.items).map((transaction) => (
          <Step key={transaction.id} transaction={transaction} />
        ))}
      </ol>
      <LoadMoreButton list={list} />
    </>
  )
}

function Step({ transaction }: { transaction: Transaction }) {
  const t = useTranslations('payments')
  const format = useFormat()
  const { first, entries } = transaction
  const { subject } = first
  return (
    <li className={styles.step}>
      <div className={styles.head}>
        <strong>{t(`kind.${first.kind}`)}</strong>
        {subject?.kind === 'milestone' && (
          <Link kind="quiet" href={`/projects/${subject.projectId}?milestone=${subject.milestoneId}`}>
            {subject.title}
          </Link>
        )}
        <span className={styles.when}>
          <Timestamp at={first.at} show="moment" />
        </span>
      </div>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <span>{t(`account.${entry.account}`)}</span>
            <span className={styles.amount}>{format.signedMoney(entry.effect)}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}

/** The entries of one transaction, in list order. */
export type Transaction = { id: string; first: LedgerEntry; entries: LedgerEntry[] }

export function groupByTransaction(entries: readonly LedgerEntry[]): Transaction[] {
  const found = new Map<string, Transaction>()
  for (const entry of entries) {
    const existing = found.get(entry.transactionId)
    if (existing) existing.entries.push(entry)
    else found.set(entry.transactionId, { id: entry.transactionId, first: entry, entries: [entry] })
  }
  return [...found.values()]
}
