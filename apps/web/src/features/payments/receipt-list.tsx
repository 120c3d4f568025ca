import { listReceipts } from '@veranda/contract/payments/routes.ts'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useList } from '../../lib/list.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { ReadFailed } from '../../parts/reading.tsx'
import { When } from '../../parts/when.tsx'
import { balanceAddress, milestoneEntriesAddress } from './balance-address.ts'

/** A document for each released milestone. */
export function ReceiptList() {
  const t = useWords('payments')
  const list = useList(listReceipts, { query: { limit: 10 } })
  return (
    <Card title={t('receipts.title')}>
      {list.problem && list.items.length === 0 ? (
        <ReadFailed problem={list.problem} retry={list.retry} />
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
              title={receipt.milestone}
              detail={
                <>
                  {receipt.number} · {receipt.project ?? t('protected.session')} · <When at={receipt.at} show="date" />
                </>
              }
              end={
                <Amount
                  money={receipt.total}
                  href={
                    receipt.milestoneId
                      ? milestoneEntriesAddress(receipt.milestoneId)
                      : balanceAddress({
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
      <MoreButton list={list} />
    </Card>
  )
}
