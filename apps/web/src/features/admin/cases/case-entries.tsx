import { type AdminRefund } from '@veranda/contract/payments/refunds/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Table } from '@veranda/ui/table.tsx'
import { Amount } from '../../../components/money/amount.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

type EntryRow = AdminRefund['entries'][number] & { readonly line: string }

/** Lists the ledger entries about the money, with the accounts as the ledger names them. */
export function CaseEntries({
  entries,
  currency,
}: {
  entries: readonly AdminRefund['entries'][number][]
  currency: string
}) {
  const t = useTranslations('admin')
  const rows = entries.map((entry, index) => ({ ...entry, line: `${entry.transactionId} ${index}` }))
  const amountOf = (amount: number) => (amount === 0 ? null : <Amount money={{ amount, currency }} />)
  return (
    <Card title={t('refund.entries')}>
      <Table<EntryRow>
        caption={t('entries.by-time')}
        rows={rows}
        keyOf={({ line }) => line}
        columns={[
          { id: 'at', title: t('entry.at'), render: ({ at }) => <Timestamp at={at} show="moment" /> },
          { id: 'kind', title: t('entry.kind'), render: ({ kind }) => <bdi>{kind}</bdi> },
          { id: 'account', title: t('entry.account'), render: ({ account }) => <bdi>{account}</bdi> },
          { id: 'debit', title: t('entry.debit'), align: 'end', render: ({ debit }) => amountOf(debit) },
          { id: 'credit', title: t('entry.credit'), align: 'end', render: ({ credit }) => amountOf(credit) },
        ]}
      />
    </Card>
  )
}
