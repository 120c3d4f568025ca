import { answerDispute, readDispute, withdrawDispute } from '@veranda/contract/commissions/disputes/routes.ts'
import { type Dispute } from '@veranda/contract/commissions/disputes/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { isRunning } from '@veranda/core/commissions/disputes/dispute-states.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { type FormEvent, useState } from 'react'
import { CaseFile } from '../../../components/disputes/case-file.tsx'
import { DisputeEvidenceCards } from '../../../components/disputes/dispute-evidence.tsx'
import { DisputeSums } from '../../../components/disputes/dispute-sums.tsx'
import styles from '../../../components/disputes/disputes.module.css'
import { Amount } from '../../../components/money/amount.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useOpenPage } from '../../../lib/realtime/open-pages.ts'
import { CommandProblem } from '../command-problem.tsx'
import { projectUrl } from '../project-url.ts'
import { DecisionReview } from './decision-review.tsx'
import { DisputeTerms } from './dispute-terms.tsx'
import { EvidenceFields, useEvidence } from './evidence-form.tsx'
import { useDisputeChanges, useDisputeCommand } from './use-dispute-command.ts'

type PageProps = { commission: Commission; disputeId: string }

/** Shows a dispute to both sides alike: what is disputed, what happens when, the evidence, terms and the case file. */
export function DisputePage({ commission, disputeId }: PageProps) {
  const t = useTranslations('commissions/disputes')
  const query = useRead(readDispute, { params: { id: disputeId } }, { staleTimeMs: 0 })
  useOpenPage(projectUrl(commission.projectId, 'milestones', { dispute: disputeId }))
  return (
    <QueryBoundary
      query={query}
      skeleton={<Skeleton shape="block" height="420px" />}
      notFound={<EmptyState icon="search" title={t('none')} text={t('none.text')} />}
    >
      {(dispute) => <DisputeView commission={commission} dispute={dispute} />}
    </QueryBoundary>
  )
}

function DisputeView({ commission, dispute }: { commission: Commission; dispute: Dispute }) {
  const t = useTranslations('commissions/disputes')
  const milestone = commission.milestones.find(({ id }) => id === dispute.milestoneId)
  useDisputeChanges(dispute.milestoneId)
  return (
    <Stack gap={5}>
      <Inline>
        <Button
          kind="quiet"
          icon="arrow-start"
          href={projectUrl(dispute.projectId, 'milestones', { milestone: dispute.milestoneId })}
        >
          {t('back', { title: dispute.title })}
        </Button>
      </Inline>
      <Summary dispute={dispute} />
      {milestone && dispute.actions.includes('answer-dispute') && (
        <AnswerCard commission={commission} milestone={milestone} dispute={dispute} />
      )}
      <DecisionReview dispute={dispute} />
      <DisputeTerms dispute={dispute} />
      <DisputeEvidenceCards dispute={dispute} />
      <CaseFile dispute={dispute} />
    </Stack>
  )
}

function Summary({ dispute }: { dispute: Dispute }) {
  const t = useTranslations('commissions/disputes')
  const { state, opener, viewerRole, amount, wish, award, reason, version } = dispute
  const openerName = dispute[opener].name
  const otherName = dispute[opener === 'client' ? 'creator' : 'client'].name
  const isOpener = opener === viewerRole
  const withdraw = useDisputeCommand(
    withdrawDispute,
    () => void snackbars.add({ title: t('withdraw.done'), tone: 'success' }),
  )
  const until = {
    open: dispute.answerBy,
    mediation: dispute.mediationEndsAt,
    deciding: dispute.decideBy,
    reviewable: dispute.decision?.reviewUntil ?? dispute.decideBy,
    reviewing: dispute.review?.decideBy ?? dispute.decideBy,
  }
  return (
    <Card padded title={t('title', { title: dispute.title })}>
      <Stack gap={4}>
        <Amount
          size="large"
          money={amount}
          caption={t('disputed')}
          href={`/payment?milestone=${dispute.milestoneId}`}
        />
        <p>
          {t(isOpener ? 'opened.you' : 'opened.other', { name: openerName, reason: t(`reason.${reason}`) })}{' '}
          {isRunning(state) ? (
            <TextWithTime text={t(`now.${state}`, { name: otherName })} at={until[state]} show="moment" />
          ) : (
            <TextWithTime text={t(`ended.${state}`)} at={dispute.endedAt ?? dispute.openedAt} show="moment" />
          )}
        </p>
        {isRunning(state) && <p className={styles.quiet}>{t('stopped')}</p>}
        {state === 'mediation' && !dispute.isAnswered && (
          <p className={styles.quiet}>{t('silent', { name: otherName })}</p>
        )}
        {award ? (
          <AwardText dispute={dispute} award={award} />
        ) : (
          <section>
            <h3>{t(isOpener ? 'asked.you' : 'asked.other', { name: openerName })}</h3>
            <DisputeSums of={dispute} shares={wish} />
          </section>
        )}
        {dispute.actions.includes('withdraw-dispute') && (
          <Inline>
            <Button
              busy={withdraw.busy}
              onClick={() => void withdraw.run({ params: { id: dispute.id }, body: { expected: version } })}
            >
              {t('withdraw')}
            </Button>
          </Inline>
        )}
        <CommandProblem problem={withdraw.problem} staleText={t('stale')} />
      </Stack>
    </Card>
  )
}

/** Says what the end gave to both, as parts of the price; what each received is with the milestone, down to its entries. */
function AwardText({ dispute, award }: { dispute: Dispute; award: NonNullable<Dispute['award']> }) {
  const t = useTranslations('commissions/disputes')
  const { currency } = dispute.amount
  const left = dispute.amount.amount - award.release - award.refund
  const rows = [
    { label: t('award.creator', { name: dispute.creator.name }), amount: award.release },
    { label: t('award.client', { name: dispute.client.name }), amount: award.refund },
    ...(left > 0 ? [{ label: t('sum.returned'), amount: left }] : []),
  ]
  return (
    <section>
      <h3>{t('award')}</h3>
      <dl className={styles.sums}>
        {rows.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Amount money={{ amount, currency }} href={`/payment?milestone=${dispute.milestoneId}`} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function AnswerCard({
  commission,
  milestone,
  dispute,
}: {
  commission: Commission
  milestone: Milestone
  dispute: Dispute
}) {
  const t = useTranslations('commissions/disputes')
  const [submitted, setSubmitted] = useState(false)
  const evidence = useEvidence(`dispute-answer.${dispute.id}`)
  const answer = useDisputeCommand(answerDispute, () => {
    snackbars.add({ title: t('answer.done'), tone: 'success' })
    evidence.uploads.clear()
  })
  async function send(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (!evidence.isReady) return
    await answer.run({ params: { id: dispute.id }, body: { ...evidence.body, expected: dispute.version } })
  }
  return (
    <Card padded title={t('answer')}>
      <form noValidate onSubmit={(event) => void send(event)}>
        <Stack gap={4}>
          <p>{t('answer.text')}</p>
          <EvidenceFields
            commission={commission}
            milestone={milestone}
            evidence={evidence}
            submitted={submitted}
            problem={answer.problem}
          />
          <CommandProblem problem={answer.problem} staleText={t('stale')} />
          <Inline>
            <Button kind="filled" type="submit" busy={answer.busy}>
              {t('answer.send')}
            </Button>
          </Inline>
        </Stack>
      </form>
    </Card>
  )
}
