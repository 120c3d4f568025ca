import { askReview, waiveReview } from '@veranda/contract/commissions/disputes/routes.ts'
import { type Dispute } from '@veranda/contract/commissions/disputes/schemas.ts'
import { maxDisputeText } from '@veranda/core/commissions/disputes/dispute.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type FormEvent, useState } from 'react'
import { DisputeDecision } from '../../../components/disputes/dispute-decision.tsx'
import styles from '../../../components/disputes/disputes.module.css'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { CommandProblem } from '../command-problem.tsx'
import { useDisputeCommand } from './use-dispute-command.ts'

/** Shows what an admin decided, and lets each side ask for a review of it or skip that. */
export function DecisionReview({ dispute }: { dispute: Dispute }) {
  const t = useTranslations('commissions/disputes')
  const { decision, viewerRole, state } = dispute
  if (!decision) return null
  const canAsk = dispute.actions.includes('ask-review')
  const canWaive = dispute.actions.includes('waive-review')
  return (
    <Card padded title={t('decision')}>
      <Stack gap={4}>
        <DisputeDecision dispute={dispute} />
        {state === 'reviewable' &&
          decision.waivedBy.map((side) => (
            <p key={side} className={styles.quiet}>
              {t(side === viewerRole ? 'review.waived.you' : 'review.waived.other', { name: dispute[side].name })}
            </p>
          ))}
        {(canAsk || canWaive) && (
          <section>
            <Stack gap={3}>
              <h3>{t('review')}</h3>
              <p>
                <TextWithTime text={t('review.text')} at={decision.reviewUntil} show="moment" />
              </p>
              <ReviewForm dispute={dispute} canWaive={canWaive} />
            </Stack>
          </section>
        )}
      </Stack>
    </Card>
  )
}

function ReviewForm({ dispute, canWaive }: { dispute: Dispute; canWaive: boolean }) {
  const t = useTranslations('commissions/disputes')
  const [reason, setReason] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const { id, version: expected, viewerRole } = dispute
  const other = dispute[viewerRole === 'client' ? 'creator' : 'client'].name
  const ask = useDisputeCommand(
    askReview,
    () => void snackbars.add({ title: t('review.ask.done', { name: other }), tone: 'success' }),
  )
  const waive = useDisputeCommand(
    waiveReview,
    () => void snackbars.add({ title: t('review.waive.done'), tone: 'success' }),
  )
  const isMissing = submitted && reason.trim() === ''
  async function send(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (reason.trim() !== '') await ask.run({ params: { id }, body: { reason: reason.trim(), expected } })
  }
  const error = isMissing ? t('review.reason.missing') : ask.problem?.messageFor('reason')
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack gap={4}>
        <Field label={t('review.reason')} hint={t('form.text.hint')} error={error}>
          <TextArea
            rows={3}
            maxLength={maxDisputeText}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <CommandProblem problem={ask.problem ?? waive.problem} staleText={t('stale')} />
        <Inline gap={2} wrap>
          <Button kind="filled" type="submit" busy={ask.busy}>
            {t('review.ask')}
          </Button>
          {canWaive && (
            <Button busy={waive.busy} onClick={() => void waive.run({ params: { id }, body: { expected } })}>
              {t('review.waive')}
            </Button>
          )}
        </Inline>
      </Stack>
    </form>
  )
}
