import { listLedgerEntries } from '@veranda/contract/payments/routes.ts'
import { type LedgerEntry } from '@veranda/contract/payments/schemas.ts'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useFormat } from '../../lib/i18n/format.ts'
import { useList } from '../../lib/api/use-list.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Amount } from '../../components/money/amount.tsx'
import { LoadMoreButton } from '../../components/page/load-more-button.tsx'
import { QueryError } from '../../components/page/query-boundary.tsx'
import { Timestamp } from '../../components/time/timestamp.tsx'
import { type EntriesFilter } from '../../components/money/entries-url.ts'
import styles from './ledger-timeline.module.css'

/** Lists the entries behind one sum, newest first, with their total; or those of one milestone. */
export function LedgerEntryList({ of, label }: { of: EntriesFilter; label: string }) {
  const t = useTranslations('payments')
  const list = useList(listLedgerEntries, { query: { ...of, limit: 50 } })
  if (list.problem && list.items.length === 0) return <QueryError problem={list.problem} retry={list.retry} />
  if (list.isPending) return <SkeletonRows count={4} label={t('entries.loading')} />
  const total = list.firstPage?.total
  return (
    <Stack>
      {total && (
        <p className={styles.sum}>
          {t('entries.sum')} <Amount money={total} size="large" />
        </p>
      )}
      {list.items.length === 0 ? (
        <EmptyState compact level={3} icon="receipt" title={t('entries.empty')} text={t('entries.empty.text')} />
      ) : (
        <ol className={styles.bare} aria-label={label}>
          {list.items.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <LoadMoreButton list={list} />
    </Stack>
  )
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations('payments')
  const format = useFormat()
  const { subject, effect } = entry
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        {t(`kind.${entry.kind}`)}
        <span className={styles.quiet}>
          {t(`account.${entry.account}`)}
          {subject && (
            <>
              {' · '}
              <Link kind="quiet" href={subjectUrl(subject)}>
                {subject.title}
              </Link>
            </>
          )}
          {' · '}
          <Timestamp at={entry.at} show="moment" />
        </span>
      </span>
      <span className={styles.effect}>{format.signedMoney(effect)}</span>
    </li>
  )
}

function subjectUrl(subject: NonNullable<LedgerEntry['subject']>): string {
  switch (subject.kind) {
    case 'milestone':
      return `/projects/${subject.projectId}?milestone=${subject.milestoneId}`
    case 'project':
      return `/projects/${subject.projectId}`
    case 'booking':
      return `/booking/confirm/${subject.bookingId}`
  }
}
