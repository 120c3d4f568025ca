import { listReceipts } from '@veranda/contract/payments/routes.ts'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useList } from '../../../lib/api/use-list.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { LoadMoreButton } from '../../../components/page/load-more-button.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { entriesUrl } from '../../../components/money/entries-url.ts'

/** Lists the user's receipts, one for each released milestone or booking and each refund of a milestone. */
export function ReceiptList() {
  const t = useTranslations('payments')
  const list = useList(listReceipts, { query: { limit: 10 } })
  return (
    <Card title={t('receipts.title')}>
      {list.problem && list.items.length === 0 ? (
        <QueryError problem={list.problem} retry={list.retry} />
      ) : list.isPending ? (
        <SkeletonRows count={2} label={t('receipts.loading')} />
      ) : list.items.length === 0 ? (
        <EmptyState compact level={3} icon="receipt" title={t('receipts.empty')} text={t('receipts.empty.text')} />
      ) : (
        <Rows label={t('receipts.title')}>
          {list.items.map((receipt) => (
            <Row
              key={receipt.id}
              href={`/payment/receipts/${receipt.id}`}
              lead={<Icon name="receipt" />}
              title={receipt.kind === 'refund' ? t('receipts.refund', { title: receipt.milestone }) : receipt.milestone}
              detail={
                <>
                  {receipt.number} · {receipt.project ?? t('protected.session')} ·{' '}
                  <Timestamp at={receipt.at} show="date" />
                </>
              }
              end={
                <Amount
                  money={receipt.total}
                  href={
                    receipt.milestoneId
                      ? entriesUrl({ milestoneId: receipt.milestoneId })
                      : entriesUrl({
                          of: receipt.side === 'client' ? 'client.paid' : 'creator.earned',
                          currency: receipt.total.currency,
                        })
                  }
                />
              }
            />
          ))}
        </Rows>
      )}
      <LoadMoreButton list={list} />
    </Card>
  )
}
