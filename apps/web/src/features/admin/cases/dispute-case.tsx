import { listCases, listQueues } from '@veranda/contract/admin/routes.ts'
import { decideDispute, decideReview, readDisputeAsAdmin } from '@veranda/contract/commissions/disputes/routes.ts'
import { type AdminDispute } from '@veranda/contract/commissions/disputes/schemas.ts'
import { isCurrency } from '@veranda/core/money/money.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { type FormEvent, Fragment, useState } from 'react'
import { CaseFile } from '../../../components/disputes/case-file.tsx'
import { DisputeDecision } from '../../../components/disputes/dispute-decision.tsx'
import { DisputeEvidenceCards } from '../../../components/disputes/dispute-evidence.tsx'
import { DisputeSums } from '../../../components/disputes/dispute-sums.tsx'
import { SharesFields, sharesOf, type SharesText } from '../../../components/disputes/shares-fields.tsx'
import { formatAmountText } from '../../../components/money/amount-text.ts'
import { Page } from '../../../components/page/page.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { invalidateReads, useRead } from '../../../lib/api/query.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { ActDialog } from '../act-dialog.tsx'
import styles from '../admin.module.css'
import { CaseOwnership } from '../case-ownership.tsx'
import { CaseMissing, CaseSkeleton } from '../case-states.tsx'
import { UserLink } from '../user-link.tsx'
import { CaseEntries } from './case-entries.tsx'
import { PendingDecisionCard } from './pending-decision.tsx'
import { SubjectLink } from './subject-link.tsx'

/** Shows a dispute with its evidence and case file, and lets the admin decide it once the mediation is over. */
export function DisputeCase({ id }: { id: string }) {
  const query = useRead(readDisputeAsAdmin, { params: { id } }, { staleTimeMs: 0 })
  return (
    <QueryBoundary query={query} skeleton={<CaseSkeleton />} notFound={<CaseMissing />}>
      {(dispute) => <DisputeView dispute={dispute} />}
    </QueryBoundary>
  )
}

function DisputeView({ dispute }: { dispute: AdminDispute }) {
  const t = useTranslations('admin')
  const d = useTranslations('commissions/disputes')
  const format = useFormat()
  const { state, endedAt, actions, hasSecondAdmin } = dispute
  const stateOfQueue = endedAt !== null ? 'ended' : state === 'deciding' ? 'deciding' : 'running'
  const isSecondMissing = !hasSecondAdmin && (state === 'deciding' || state === 'reviewing')
  return (
    <Page
      title={t('dispute.title', { amount: format.money(dispute.amount), title: dispute.title })}
      lead={state === 'reviewing' ? t('dispute.reviewing') : t(`state.disputes.${stateOfQueue}`)}
    >
      <Stack gap={5}>
        <CaseOwnership queue="disputes" caseId={dispute.id} />
        <Facts dispute={dispute} />
        {isSecondMissing && <Banner tone="warning" title={t('dispute.no-second-admin')} />}
        <PendingDecisionCard dispute={dispute} />
        {hasSecondAdmin && state === 'reviewing' && dispute.pending === null && !actions.includes('decide-review') && (
          <Banner tone="info" title={t('dispute.second-admin')} />
        )}
        {dispute.decision && (
          <Card padded title={d('decision')}>
            <Stack gap={4}>
              <DisputeDecision dispute={dispute} />
            </Stack>
          </Card>
        )}
        {(actions.includes('decide-dispute') || actions.includes('decide-review')) && (
          <Decision key={state} dispute={dispute} />
        )}
        {dispute.terms.length > 0 && (
          <Card padded title={d('terms')}>
            <ul>
              {dispute.terms.map((terms) => (
                <li key={terms.id}>
                  {d('terms.shares', {
                    release: format.money({ ...dispute.amount, amount: terms.shares.release }),
                    creator: dispute.creator.name,
                    refund: format.money({ ...dispute.amount, amount: terms.shares.refund }),
                    client: dispute.client.name,
                  })}{' '}
                  · {d(`terms.state.${terms.state}`)} <span dir="auto">{terms.reason}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
        <DisputeEvidenceCards dispute={dispute} />
        <CaseFile dispute={dispute} />
        <CaseEntries entries={dispute.entries} currency={dispute.amount.currency} />
      </Stack>
    </Page>
  )
}

function Facts({ dispute }: { dispute: AdminDispute }) {
  const t = useTranslations('admin')
  const format = useFormat()
  const d = useTranslations('commissions/disputes')
  const { client, creator, opener, reason, openedAt, answerBy, mediationEndsAt, decideBy, endedAt, award } = dispute
  const takesEffectAt = dispute.review?.decideBy ?? dispute.decision?.reviewUntil
  const admins = [
    [t('dispute.decided-by'), dispute.decidedBy],
    [t('dispute.confirmed-by'), dispute.confirmedBy],
    [t('dispute.reviewed-by'), dispute.reviewedBy],
  ] as const
  const times = [
    [t('dispute.opened'), openedAt],
    [t('dispute.answer-by'), answerBy],
    [t('dispute.mediation-ends'), mediationEndsAt],
    [t('dispute.decide-by'), decideBy],
    ...(endedAt === null && takesEffectAt !== undefined ? [[t('dispute.takes-effect'), takesEffectAt] as const] : []),
    ...(endedAt === null ? [] : [[t('dispute.ended'), endedAt] as const]),
  ] as const
  return (
    <Card padded title={t('facts')}>
      <Stack gap={4}>
        <dl className={styles.facts}>
          <dt>{t('refund.client')}</dt>
          <dd>
            <UserLink user={client} />
          </dd>
          <dt>{t('dispute.creator')}</dt>
          <dd>
            <UserLink user={creator} />
          </dd>
          <dt>{t('refund.for')}</dt>
          <dd>
            <SubjectLink title={dispute.title} milestoneId={dispute.milestoneId} bookingId={null} />
          </dd>
          <dt>{t('dispute.by')}</dt>
          <dd>
            <bdi>{dispute[opener].name}</bdi> · {d(`reason.${reason}`)}
          </dd>
          {times.map(([label, at]) => (
            <Time key={label} label={label} at={at} />
          ))}
          {admins.map(
            ([label, one]) =>
              one && (
                <Fragment key={label}>
                  <dt>{label}</dt>
                  <dd>
                    <bdi>{one.name}</bdi>
                  </dd>
                </Fragment>
              ),
          )}
        </dl>
        <section>
          <h3>{award ? d('award') : d('asked.other', { name: dispute[opener].name })}</h3>
          {award ? (
            <p>
              {d('terms.shares', {
                release: format.money({ ...dispute.amount, amount: award.release }),
                creator: creator.name,
                refund: format.money({ ...dispute.amount, amount: award.refund }),
                client: client.name,
              })}
            </p>
          ) : (
            <DisputeSums of={dispute} shares={dispute.wish} />
          )}
        </section>
      </Stack>
    </Card>
  )
}

function Time({ label, at }: { label: string; at: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Timestamp at={at} show="moment" />
      </dd>
    </>
  )
}

/** Returns the decided shares as they would be typed, or nothing before a decision. */
function textOf({ decision, amount: { currency } }: AdminDispute, language: string): SharesText {
  if (!decision || !isCurrency(currency)) return { release: '', refund: '' }
  const typed = (amount: number) => formatAmountText(amount, currency, language)
  return { release: typed(decision.shares.release), refund: typed(decision.shares.refund) }
}

function Decision({ dispute }: { dispute: AdminDispute }) {
  const t = useTranslations('admin')
  const d = useTranslations('commissions/disputes')
  const language = useLanguage()
  // A review begins with what was decided, so that confirming it takes no typing.
  const isReview = dispute.actions.includes('decide-review')
  const [value, setValue] = useState(() => textOf(dispute, language))
  const [isDeciding, setIsDeciding] = useState(false)
  const [submitted, setSubmitted] = useState(false)
  const shares = sharesOf(value, dispute, language)
  const decide = useCommand(isReview ? decideReview : decideDispute, {
    idempotent: true,
    invalidates: [readDisputeAsAdmin, listCases, listQueues],
    onDone: ({ pending }) => {
      setIsDeciding(false)
      const done = isReview ? 'dispute.reviewed' : 'dispute.decided'
      snackbars.add({ title: t(pending ? 'pending.proposed' : done), tone: 'success' })
    },
  })
  async function send(reason: string) {
    if (!shares) return
    const { id, version: expected } = dispute
    const outcome = await decide.run({ params: { id }, body: { ...shares, reason, expected } })
    if (!outcome.ok && outcome.problem.status === 409) await invalidateReads(readDisputeAsAdmin)
  }
  function review(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (shares) setIsDeciding(true)
  }
  const action = t(isReview ? 'dispute.review' : 'dispute.decide')
  const error = submitted && !shares ? d('shares.invalid') : undefined
  return (
    <Card padded title={action}>
      <form noValidate onSubmit={review}>
        <Stack gap={4}>
          <SharesFields of={dispute} value={value} shares={shares} error={error} onChange={setValue} />
          <Inline>
            <Button kind="filled" type="submit">
              {action}
            </Button>
          </Inline>
        </Stack>
      </form>
      <ActDialog
        open={isDeciding}
        onClose={() => setIsDeciding(false)}
        title={t(isReview ? 'dispute.review.title' : 'dispute.decide.title')}
        text={t(isReview ? 'dispute.review.text' : 'dispute.decide.text', {
          client: dispute.client.name,
          creator: dispute.creator.name,
        })}
        action={action}
        hint={t('dispute.decide.reason')}
        movesMoney
        busy={decide.busy}
        problem={decide.problem}
        onSend={(reason) => void send(reason)}
      />
    </Card>
  )
}
