import { listCases, listQueues } from '@veranda/contract/admin/routes.ts'
import { readRefundAsAdmin, retryRefundAsAdmin } from '@veranda/contract/payments/routes.ts'
import { type AdminRefund } from '@veranda/contract/payments/refunds/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { Page } from '../../../components/page/page.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { invalidateReads, useRead } from '../../../lib/api/query.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ActDialog } from '../act-dialog.tsx'
import styles from '../admin.module.css'
import { CaseOwnership } from '../case-ownership.tsx'
import { CaseMissing, CaseSkeleton } from '../case-states.tsx'
import { UserLink } from '../user-link.tsx'
import { CaseEntries } from './case-entries.tsx'
import { SubjectLink } from './subject-link.tsx'

/** Shows a refund with the money behind it, and lets the admin send one that failed again. */
export function RefundCase({ id }: { id: string }) {
  const query = useRead(readRefundAsAdmin, { params: { id } }, { staleTimeMs: 0 })
  return (
    <QueryBoundary query={query} skeleton={<CaseSkeleton />} notFound={<CaseMissing />}>
      {(refund) => <RefundView refund={refund} />}
    </QueryBoundary>
  )
}

function RefundView({ refund }: { refund: AdminRefund }) {
  const t = useTranslations('admin')
  const format = useFormat()
  const [retrying, setRetrying] = useState(false)
  const retry = useCommand(retryRefundAsAdmin, {
    idempotent: true,
    invalidates: [readRefundAsAdmin, listCases, listQueues],
    onDone: () => {
      setRetrying(false)
      snackbars.add({ title: t('refund.retried'), tone: 'success' })
    },
  })
  const amount = format.money(refund.money)

  async function send(reason: string) {
    const { id, attempt } = refund
    const outcome = await retry.run({ params: { id }, body: { attempt, reason } })
    if (!outcome.ok && outcome.problem.status === 409) await invalidateReads(readRefundAsAdmin)
  }

  return (
    <Page
      title={t('refund.title', { amount, client: refund.client.name })}
      lead={t(`state.refunds.${refund.state}`)}
      actions={
        refund.actions.includes('retry') && (
          <Button kind="filled" icon="refresh" onClick={() => setRetrying(true)}>
            {t('refund.retry')}
          </Button>
        )
      }
    >
      <Stack gap={5}>
        <CaseOwnership queue="refunds" caseId={refund.id} />
        <RefundFacts refund={refund} />
        <CaseEntries entries={refund.entries} currency={refund.money.currency} />
      </Stack>
      <ActDialog
        open={retrying}
        onClose={() => setRetrying(false)}
        title={t('refund.retry.title', { amount })}
        text={t(refund.bankLast4 === null ? 'refund.retry.card' : 'refund.retry.bank', {
          client: refund.client.name,
          last4: refund.bankLast4 ?? '',
        })}
        action={t('refund.retry')}
        hint={t('act.reason.log')}
        movesMoney
        busy={retry.busy}
        problem={retry.problem}
        onSend={(reason) => void send(reason)}
      />
    </Page>
  )
}

function RefundFacts({ refund }: { refund: AdminRefund }) {
  const t = useTranslations('admin')
  const { client, title, milestoneId, bookingId, attempt, failure, bankLast4, requestedAt, paidAt, nextRetryAt } =
    refund
  return (
    <Card padded title={t('facts')}>
      <dl className={styles.facts}>
        <dt>{t('refund.client')}</dt>
        <dd>
          <UserLink user={client} />
        </dd>
        <dt>{t('refund.for')}</dt>
        <dd>
          <SubjectLink title={title} milestoneId={milestoneId} bookingId={bookingId} />
        </dd>
        <dt>{t('refund.to')}</dt>
        <dd>{bankLast4 === null ? t('refund.to.card') : t('refund.to.bank', { last4: bankLast4 })}</dd>
        <dt>{t('refund.attempt')}</dt>
        <dd>{attempt}</dd>
        {failure !== null && (
          <>
            <dt>{t('refund.failure')}</dt>
            <dd>
              <bdi>{failure}</bdi>
            </dd>
          </>
        )}
        <dt>{t('refund.requested')}</dt>
        <dd>
          <Timestamp at={requestedAt} show="moment" />
        </dd>
        {nextRetryAt !== null && (
          <>
            <dt>{t('refund.next')}</dt>
            <dd>
              <Timestamp at={nextRetryAt} show="moment" />
            </dd>
          </>
        )}
        {paidAt !== null && (
          <>
            <dt>{t('refund.paid')}</dt>
            <dd>
              <Timestamp at={paidAt} show="moment" />
            </dd>
          </>
        )}
      </dl>
    </Card>
  )
}
