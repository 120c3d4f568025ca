import { readReceipt } from '@veranda/contract/payments/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { TabTitle } from '../../../components/page/page.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import styles from './receipt.module.css'
import { ReceiptSheet } from './receipt-sheet.tsx'

/** Shows a receipt on a page of its own, so that nothing else is printed. */
export function ReceiptPage({ id }: { id: string }) {
  const t = useTranslations('payments')
  const receipt = useRead(readReceipt, { params: { id } })
  return (
    <main className={styles.frame}>
      <TabTitle>{receipt.data ? t('receipt.number', { number: receipt.data.number }) : t('receipts.title')}</TabTitle>
      <div className={styles.bar}>
        <Button kind="quiet" icon="arrow-start" href="/payment">
          {t('receipt.back')}
        </Button>
        {receipt.data && (
          <Button kind="filled" onClick={() => print()}>
            {t('receipt.print')}
          </Button>
        )}
      </div>
      <QueryBoundary
        query={receipt}
        skeleton={
          <div role="status" aria-label={t('receipts.loading')}>
            <Skeleton shape="block" height="640px" />
          </div>
        }
        notFound={<EmptyState level={1} icon="receipt" title={t('receipt.absent')} text={t('receipt.absent.text')} />}
      >
        {(data) => <ReceiptSheet receipt={data} />}
      </QueryBoundary>
    </main>
  )
}
