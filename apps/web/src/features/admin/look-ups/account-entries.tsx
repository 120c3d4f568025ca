import { lookUpEntries } from '@veranda/contract/admin/look-ups/routes.ts'
import { type LookedUpEntries } from '@veranda/contract/admin/look-ups/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { Table } from '@veranda/ui/table.tsx'
import { useSearchParams } from 'react-router'
import { Amount } from '../../../components/money/amount.tsx'
import { LoadMoreButton } from '../../../components/page/load-more-button.tsx'
import { Page } from '../../../components/page/page.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { useList } from '../../../lib/api/use-list.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { lookUpPath } from '../admin-paths.ts'
import { UserLink } from '../user-link.tsx'

type Entry = LookedUpEntries['items'][number]

/** Lists the entries of an account of the ledger, which sum to its balance. The currency is in the address. */
export function AccountEntries({ account }: { account: string }) {
  const t = useTranslations('admin')
  const format = useFormat()
  const [params] = useSearchParams()
  const currency = params.get('currency') ?? ''
  const list = useList(lookUpEntries, { query: { account, currency } }, { staleTimeMs: 0 })
  const balance = list.firstPage?.balance
  const [name = '', owner = ''] = account.split(':')
  const isOfUser = !['escrow', 'escrow_disputed', 'escrow_frozen', 'fee_deferred'].includes(name)
  const amountOf = (amount: number) => (amount === 0 ? null : <Amount money={{ amount, currency }} />)
  return (
    <Page title={name} lead={balance && t('look-up.balance', { amount: format.money(balance) })}>
      <Stack gap={5}>
        {isOfUser && owner !== '' && (
          <p>
            <UserLink user={{ id: owner, name: t('look-up.owner') }} />
          </p>
        )}
        <Card>
          {list.problem && list.items.length === 0 ? (
            <QueryError problem={list.problem} retry={list.retry} />
          ) : list.isPending ? (
            <SkeletonRows count={6} label={t('loading')} />
          ) : list.items.length === 0 ? (
            <EmptyState icon="wallet" title={t('look-up.entries.none')} />
          ) : (
            <Table<Entry>
              caption={t('look-up.entries')}
              rows={list.items}
              keyOf={({ transactionId, line }) => `${transactionId} ${line}`}
              columns={[
                { id: 'at', title: t('entry.at'), render: ({ at }) => <Timestamp at={at} show="moment" /> },
                { id: 'kind', title: t('entry.kind'), render: ({ kind }) => <bdi>{kind}</bdi> },
                { id: 'subject', title: t('refund.for'), render: ({ subject }) => <Subject subject={subject} /> },
                { id: 'debit', title: t('entry.debit'), align: 'end', render: ({ debit }) => amountOf(debit) },
                { id: 'credit', title: t('entry.credit'), align: 'end', render: ({ credit }) => amountOf(credit) },
              ]}
            />
          )}
        </Card>
        <LoadMoreButton list={list} />
      </Stack>
    </Page>
  )
}

function Subject({ subject }: Pick<Entry, 'subject'>) {
  if (subject === null) return null
  return (
    <Anchor href={lookUpPath(subject.kind, subject.id)}>
      <bdi>{subject.title}</bdi>
    </Anchor>
  )
}
