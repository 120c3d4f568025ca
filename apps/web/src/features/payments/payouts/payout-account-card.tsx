import { readPayoutAccount } from '@veranda/contract/payments/routes.ts'
import { type PayoutAccountAction } from '@veranda/core/payments/payouts/payout-account.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import './events.ts'
import { PayoutAccountName } from './payout-account-name.tsx'
import styles from './payout-account-card.module.css'

const ConfirmAccountDialog = lazy(() =>
  import('./confirm-account-dialog.tsx').then((module) => ({ default: module.ConfirmAccountDialog })),
)
const PayoutAccountDialog = lazy(() =>
  import('./payout-account-dialog.tsx').then((module) => ({ default: module.PayoutAccountDialog })),
)

/** The part of the address that leads to the card. */
const anchor = 'payout-account'

/** Shows the bank account that the user's payouts go to, and changes it. */
export function PayoutAccountCard() {
  const t = useTranslations('payments')
  const read = useRead(readPayoutAccount)
  const [open, setOpen] = useState<PayoutAccountAction>()
  const close = () => setOpen(undefined)
  const element = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === `#${anchor}`) element.current?.scrollIntoView({ block: 'center' })
  }, [hash])
  return (
    <div ref={element} id={anchor}>
      <Card title={t('account.title')}>
        <QueryBoundary
          query={read}
          skeleton={<SkeletonRows count={1} label={t('account.loading')} />}
          errorTitle={t('account.failed')}
        >
          {({ account, actions }) =>
            account && (
              <>
                {actions.includes('confirm') && (
                  <div className={styles.stopped}>
                    <Banner
                      tone="warning"
                      title={t('account.stopped')}
                      action={<Button onClick={() => setOpen('confirm')}>{t('account.confirm')}</Button>}
                    >
                      {t('account.stopped.text')}
                    </Banner>
                  </div>
                )}
                <Rows>
                  <Row
                    lead={<Icon name="wallet" />}
                    title={<PayoutAccountName account={account} />}
                    detail={
                      account.kind === 'test' ? (
                        t('account.test.text')
                      ) : (
                        <TextWithTime text={t('account.changed')} at={account.changedAt} show="day" />
                      )
                    }
                    end={
                      <Button size="small" onClick={() => setOpen('change')}>
                        {t(account.kind === 'test' ? 'account.add' : 'account.change')}
                      </Button>
                    }
                  />
                </Rows>
              </>
            )
          }
        </QueryBoundary>
      </Card>
      <Suspense>
        {open === 'confirm' && <ConfirmAccountDialog onClose={close} />}
        {open === 'change' && <PayoutAccountDialog onClose={close} />}
      </Suspense>
    </div>
  )
}
