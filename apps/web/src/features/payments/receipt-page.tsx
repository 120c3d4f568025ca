import { readReceipt } from '@veranda/contract/payments/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { TabTitle } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import styles from './receipt.module.css'
import { ReceiptSheet } from './receipt-sheet.tsx'

/** A receipt in a frame of its own, with nothing around it that would be printed along. */
export function ReceiptPage({ id }: { id: string }) {
  const t = useWords('payments')
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
      <Reading
        of={receipt}
        shape={
          <div role="status" aria-label={t('receipts.loading')}>
            <Skeleton shape="block" height="640px" />
          </div>
        }
        absent={<EmptyState level={1} icon="receipt" title={t('receipt.absent')} text={t('receipt.absent.text')} />}
      >
        {(data) => <ReceiptSheet receipt={data} />}
      </Reading>
    </main>
  )
}
