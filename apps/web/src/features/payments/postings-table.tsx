import { listPostings } from '@veranda/contract/payments/routes.ts'
import { type Posting, type PostingsQuery } from '@veranda/contract/payments/schemas.ts'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { type Column, Table } from '@veranda/ui/table.tsx'
import { useFormat } from '../../lib/format.ts'
import { useList } from '../../lib/list.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { ReadFailed } from '../../parts/reading.tsx'
import { When } from '../../parts/when.tsx'
import { postingWords } from './posting-words.ts'
import styles from './payments.module.css'

/** The entries of the ledger behind a number or a project, newest first, with the sum that they make. */
export function PostingsTable({ of, caption }: { of: Omit<PostingsQuery, 'limit' | 'cursor'>; caption: string }) {
  const t = useWords('payments')
  const format = useFormat()
  const list = useList(listPostings, { query: { ...of, limit: 50 } })
  if (list.problem && list.items.length === 0) return <ReadFailed problem={list.problem} retry={list.retry} />
  if (list.isPending) return <SkeletonRows count={4} label={t('postings.loading')} />
  if (list.items.length === 0) {
    return <EmptyState compact icon="receipt" title={t('postings.empty')} text={t('postings.empty.text')} />
  }
  const total = list.first?.total
  const columns: Column<Posting>[] = [
    {
      id: 'what',
      title: t('postings.what'),
      render: (row) => {
        const { kind, account } = postingWords(row)
        return (
          <>
            {t(kind)}
            <span className={styles.detail}>
              {t(account)}
              {row.project && (
                <>
                  {' · '}
                  <Link kind="quiet" href={addressOf(row)}>
                    {row.milestone?.title ?? row.project.title}
                  </Link>
                </>
              )}
            </span>
          </>
        )
      },
      foot: total ? t('postings.total') : undefined,
    },
    {
      id: 'at',
      title: t('postings.at'),
      render: (row) => <When at={row.at} show="moment" />,
      foot: total ? '' : undefined,
    },
    {
      id: 'effect',
      title: t('postings.effect'),
      align: 'end',
      render: (row) => (
        <span className={row.effect < 0 ? styles.less : undefined}>
          {row.effect > 0 ? '+' : ''}
          {format.money({ amount: row.effect, currency: row.amount.currency })}
        </span>
      ),
      foot: total ? <Amount money={total} /> : undefined,
    },
  ]
  return (
    <Stack>
      {total && (
        <p className={styles.sum}>
          {t('postings.sum')} <Amount money={total} />
        </p>
      )}
      <Table caption={caption} columns={columns} rows={list.items} keyOf={({ id }) => id} />
      <MoreButton list={list} />
    </Stack>
  )
}

function addressOf({ project, milestone }: Posting): string {
  return milestone ? `/projects/${project?.id}?milestone=${milestone.id}` : `/projects/${project?.id}`
}
