import { readChargebackAsAdmin } from '@veranda/contract/payments/routes.ts'
import { type AdminChargeback } from '@veranda/contract/payments/charges/admin-schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Fragment } from 'react'
import { Amount } from '../../../components/money/amount.tsx'
import { Page } from '../../../components/page/page.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { useRead } from '../../../lib/api/query.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from '../admin.module.css'
import { CaseOwnership } from '../case-ownership.tsx'
import { CaseMissing, CaseSkeleton } from '../case-states.tsx'
import { UserLink } from '../user-link.tsx'
import { CaseEntries } from './case-entries.tsx'
import { SubjectLink } from './subject-link.tsx'

/** Shows a chargeback with both sides, its deadline, and the money behind it. The bank decides it. */
export function ChargebackCase({ id }: { id: string }) {
  const query = useRead(readChargebackAsAdmin, { params: { id } }, { staleTimeMs: 0 })
  return (
    <QueryBoundary query={query} skeleton={<CaseSkeleton />} notFound={<CaseMissing />}>
      {(chargeback) => <ChargebackView chargeback={chargeback} />}
    </QueryBoundary>
  )
}

function ChargebackView({ chargeback }: { chargeback: AdminChargeback }) {
  const t = useTranslations('admin')
  const format = useFormat()
  const { id, state, money, client, entries } = chargeback
  return (
    <Page
      title={t('refund.title', { amount: format.money(money), client: client.name })}
      lead={t(`state.chargebacks.${state}`)}
    >
      <Stack gap={5}>
        <CaseOwnership queue="chargebacks" caseId={id} />
        <ChargebackFacts chargeback={chargeback} />
        <CaseEntries entries={entries} currency={money.currency} />
      </Stack>
    </Page>
  )
}

function ChargebackFacts({ chargeback }: { chargeback: AdminChargeback }) {
  const t = useTranslations('admin')
  const { client, creator, title, milestoneId, bookingId, fee, owed, openedAt, evidenceDueAt, decidedAt } = chargeback
  return (
    <Card padded title={t('facts')}>
      <dl className={styles.facts}>
        {(['client', 'creator'] as const).map((side) => (
          <Fragment key={side}>
            <dt>{t(side === 'client' ? 'refund.client' : 'chargeback.creator')}</dt>
            <dd>
              <UserLink user={side === 'client' ? client : creator} />
            </dd>
          </Fragment>
        ))}
        <dt>{t('refund.for')}</dt>
        <dd>
          <SubjectLink title={title} milestoneId={milestoneId} bookingId={bookingId} />
        </dd>
        <dt>{t('chargeback.opened')}</dt>
        <dd>
          <Timestamp at={openedAt} show="moment" />
        </dd>
        {evidenceDueAt !== null && (
          <>
            <dt>{t('chargeback.evidence-due')}</dt>
            <dd>
              <Timestamp at={evidenceDueAt} show="moment" />
            </dd>
          </>
        )}
        {decidedAt !== null && (
          <>
            <dt>{t('chargeback.decided')}</dt>
            <dd>
              <Timestamp at={decidedAt} show="moment" />
            </dd>
          </>
        )}
        <dt>{t('chargeback.fee')}</dt>
        <dd>
          <Amount money={fee} />
        </dd>
        {owed.amount > 0 && (
          <>
            <dt>{t('chargeback.owed')}</dt>
            <dd>
              <Amount money={owed} />
            </dd>
          </>
        )}
      </dl>
    </Card>
  )
}
