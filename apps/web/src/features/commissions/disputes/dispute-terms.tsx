import { acceptTerms, declineTerms, offerTerms } from '@veranda/contract/commissions/disputes/routes.ts'
import { type Dispute } from '@veranda/contract/commissions/disputes/schemas.ts'
import { maxDisputeText } from '@veranda/core/commissions/disputes/dispute.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type FormEvent, useState } from 'react'
import { DisputeSums } from '../../../components/disputes/dispute-sums.tsx'
import styles from '../../../components/disputes/disputes.module.css'
import { SharesFields, sharesOf } from '../../../components/disputes/shares-fields.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { CommandProblem } from '../command-problem.tsx'
import { useDisputeCommand } from './use-dispute-command.ts'

type Terms = Dispute['terms'][number]

/** Shows the terms that both sides offered, lets the viewer answer the open ones, and offer others. */
export function DisputeTerms({ dispute }: { dispute: Dispute }) {
  const t = useTranslations('commissions/disputes')
  const [isOffering, setIsOffering] = useState(false)
  const canOffer = dispute.actions.includes('offer-terms')
  if (dispute.terms.length === 0 && !canOffer) return null
  return (
    <Card padded title={t('terms')}>
      <Stack gap={5}>
        {canOffer && <p className={styles.quiet}>{t('terms.text')}</p>}
        {dispute.terms.length > 0 && (
          <ul className={styles.list}>
            {dispute.terms.map((terms) => (
              <li key={terms.id}>
                <OneTerms dispute={dispute} terms={terms} />
              </li>
            ))}
          </ul>
        )}
        {canOffer && !isOffering && (
          <Inline>
            <Button onClick={() => setIsOffering(true)}>{t('terms.open')}</Button>
          </Inline>
        )}
        {canOffer && isOffering && <OfferForm dispute={dispute} onDone={() => setIsOffering(false)} />}
      </Stack>
    </Card>
  )
}

function OneTerms({ dispute, terms }: { dispute: Dispute; terms: Terms }) {
  const t = useTranslations('commissions/disputes')
  const format = useFormat()
  const { currency } = dispute.amount
  const isOpen = terms.state === 'open'
  const sum = (amount: number) => format.money({ amount, currency })
  return (
    <Stack gap={2}>
      <Inline gap={2} wrap>
        <strong>
          {t('terms.shares', {
            release: sum(terms.shares.release),
            creator: dispute.creator.name,
            refund: sum(terms.shares.refund),
            client: dispute.client.name,
          })}
        </strong>
        <Chip tone={isOpen ? 'warning' : terms.state === 'accepted' ? 'success' : 'neutral'}>
          {t(`terms.state.${terms.state}`)}
        </Chip>
      </Inline>
      <p className={styles.quiet}>
        <TextWithTime
          text={t(terms.by === dispute.viewerRole ? 'terms.by-you' : 'terms.by-other', {
            name: dispute[terms.by].name,
          })}
          at={terms.offeredAt}
          show="moment"
        />
      </p>
      {terms.reason !== '' && (
        <p className={styles.prose} dir="auto">
          {terms.reason}
        </p>
      )}
      {isOpen && <DisputeSums of={dispute} shares={terms.shares} />}
      {isOpen && dispute.actions.includes('accept-terms') && <AnswerTerms dispute={dispute} terms={terms} />}
    </Stack>
  )
}

function AnswerTerms({ dispute, terms }: { dispute: Dispute; terms: Terms }) {
  const t = useTranslations('commissions/disputes')
  const call = { params: { id: dispute.id }, body: { expected: dispute.version } }
  const accept = useDisputeCommand(
    acceptTerms,
    () => void snackbars.add({ title: t('terms.accept.done'), tone: 'success' }),
  )
  const decline = useDisputeCommand(
    declineTerms,
    () => void snackbars.add({ title: t('terms.decline.done'), tone: 'success' }),
  )
  const givenUp = dispute.viewerRole === 'client' ? terms.shares.release : terms.shares.refund
  const { currency } = dispute.amount
  const stepUp = useStepUp({ amount: givenUp, currency }, true, accept.problem)
  async function send() {
    const outcome = await accept.run(call)
    if (!outcome.ok && outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }
  const problem = accept.problem ?? decline.problem
  return (
    <Stack gap={3}>
      <StepUpForm stepUp={stepUp} />
      <Inline gap={2} wrap>
        <Button
          kind="filled"
          busy={accept.busy}
          disabled={stepUp.state === 'required' || stepUp.state === 'checking'}
          onClick={() => void send()}
        >
          {t('terms.accept')}
        </Button>
        <Button busy={decline.busy} onClick={() => void decline.run(call)}>
          {t('terms.decline')}
        </Button>
      </Inline>
      <CommandProblem problem={problem?.code === 'step-up.required' ? undefined : problem} staleText={t('stale')} />
    </Stack>
  )
}

function OfferForm({ dispute, onDone }: { dispute: Dispute; onDone: () => void }) {
  const t = useTranslations('commissions/disputes')
  const c = useTranslations('common')
  const language = useLanguage()
  const [value, setValue] = useState({ release: '', refund: '' })
  const [reason, setReason] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const typed = sharesOf(value, dispute, language)
  const shares = typed && typed.release + typed.refund > 0 ? typed : undefined
  const other = dispute[dispute.viewerRole === 'client' ? 'creator' : 'client'].name
  const offer = useDisputeCommand(offerTerms, () => {
    snackbars.add({ title: t('terms.done', { name: other }), tone: 'success' })
    onDone()
  })
  const givenUp = (dispute.viewerRole === 'client' ? shares?.release : shares?.refund) ?? 0
  const stepUp = useStepUp({ amount: givenUp, currency: dispute.amount.currency }, true, offer.problem)
  async function send(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (!shares) return
    const body = { ...shares, reason: reason.trim(), expected: dispute.version }
    const outcome = await offer.run({ params: { id: dispute.id }, body })
    if (!outcome.ok && outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }
  const error = submitted && !shares ? t('shares.invalid') : offer.problem?.messageFor('release')
  return (
    <Stack gap={4}>
      <form noValidate onSubmit={(event) => void send(event)}>
        <Stack gap={4}>
          <SharesFields of={dispute} value={value} shares={shares} error={error} onChange={setValue} />
          <Field label={t('terms.reason')} optional error={offer.problem?.messageFor('reason')}>
            <TextArea
              rows={3}
              maxLength={maxDisputeText}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <Inline gap={2} wrap>
            <Button
              kind="filled"
              type="submit"
              busy={offer.busy}
              disabled={stepUp.state === 'required' || stepUp.state === 'checking'}
            >
              {t('terms.send')}
            </Button>
            <Button onClick={onDone}>{c('cancel')}</Button>
          </Inline>
        </Stack>
      </form>
      <StepUpForm stepUp={stepUp} />
      <CommandProblem
        problem={offer.problem?.code === 'step-up.required' ? undefined : offer.problem}
        staleText={t('stale')}
      />
    </Stack>
  )
}
