import { openDispute } from '@veranda/contract/commissions/disputes/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { disputeReasons } from '@veranda/core/commissions/disputes/dispute.ts'
import { isCurrency } from '@veranda/core/money/money.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { DisputeSums } from '../../../components/disputes/dispute-sums.tsx'
import { amountOf } from '../../../components/disputes/shares-fields.tsx'
import { AmountInput } from '../../../components/money/amount-input.tsx'
import { formatAmountText } from '../../../components/money/amount-text.ts'
import { snackbars } from '../../../components/toasts.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { CommandProblem } from '../command-problem.tsx'
import { projectUrl } from '../project-url.ts'
import { useProjectCommand } from '../use-project-command.ts'
import { EvidenceFields, useEvidence } from './evidence-form.tsx'

type Props = { commission: Commission; milestone: Milestone; onClose: () => void }

/** Opens a dispute about a part of what is protected, after it says what stops and what follows. */
export function OpenDisputeDialog({ commission, milestone, onClose }: Props) {
  const t = useTranslations('commissions/disputes')
  const c = useTranslations('common')
  const format = useFormat()
  const language = useLanguage()
  const navigate = useNavigate()
  const formId = useId()
  const { viewerRole, projectId, id: commissionId } = commission
  const { currency } = milestone.price
  const protectedSum = milestone.agreed.price - milestone.allocated.price
  const whole = isCurrency(currency) ? formatAmountText(protectedSum, currency, language) : ''
  const [amountText, setAmountText] = useState(whole)
  const [reason, setReason] = useState<(typeof disputeReasons)[number]>('not-as-agreed')
  const [wish, setWish] = useState<'refund' | 'release' | 'split'>(viewerRole === 'client' ? 'refund' : 'release')
  const [releaseText, setReleaseText] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const evidence = useEvidence(`dispute.${milestone.id}`)
  const other = viewerRole === 'client' ? commission.creator.name : commission.client.name
  const typed = amountOf(amountText, currency, language)
  const amount = typed !== undefined && typed >= 1 && typed <= protectedSum ? typed : undefined
  const typedRelease = wish === 'split' ? amountOf(releaseText, currency, language) : wish === 'release' ? amount : 0
  const release =
    amount !== undefined && typedRelease !== undefined && typedRelease >= 0 && typedRelease <= amount
      ? typedRelease
      : undefined
  const shares = amount === undefined || release === undefined ? undefined : { release, refund: amount - release }
  const open = useProjectCommand(openDispute, ({ id }) => {
    snackbars.add({ title: t('open.done', { name: other }), tone: 'success' })
    onClose()
    void navigate(projectUrl(projectId, 'milestones', { commission: commissionId, dispute: id }))
  })

  async function send(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (amount === undefined || !shares || !evidence.isReady) return
    const body = { amount, reason, wish: shares, ...evidence.body, expected: milestone.version }
    const outcome = await open.run({ params: { id: milestone.id }, body })
    if (outcome.ok) evidence.uploads.clear()
  }

  const of = {
    agreed: milestone.agreed,
    allocated: milestone.allocated,
    amount: { amount: amount ?? 0, currency },
    client: commission.client,
    creator: commission.creator,
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('open.title', { title: milestone.title })}
      text={t('open.text', { name: other })}
      actions={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="filled" type="submit" form={formId} busy={open.busy}>
            {t('open.send')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void send(event)}>
        <Stack gap={4}>
          <Field
            label={t('open.amount')}
            hint={t('open.amount.hint', { sum: format.money({ amount: protectedSum, currency }) })}
            error={submitted && amount === undefined ? t('open.amount.invalid') : open.problem?.messageFor('amount')}
          >
            <AmountInput value={amountText} onChange={setAmountText} currency={currency} />
          </Field>
          <Field label={t('open.reason')}>
            <Select
              value={reason}
              onChange={(event) => setReason(disputeReasons.find((known) => known === event.target.value) ?? 'other')}
              options={disputeReasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
            />
          </Field>
          <Field label={t('open.wish')}>
            <Select
              value={wish}
              onChange={(event) => setWish(wishes.find((known) => known === event.target.value) ?? 'split')}
              options={wishes.map((value) => ({
                value,
                label: t(`wish.${value}`, { client: commission.client.name, creator: commission.creator.name }),
              }))}
            />
          </Field>
          {wish === 'split' && (
            <Field
              label={t('shares.release', { name: commission.creator.name })}
              hint={t('open.split.hint', { name: commission.client.name })}
              error={submitted && release === undefined ? t('shares.invalid') : undefined}
            >
              <AmountInput value={releaseText} onChange={setReleaseText} currency={currency} />
            </Field>
          )}
          {shares && <DisputeSums of={of} shares={shares} />}
          <EvidenceFields
            commission={commission}
            milestone={milestone}
            evidence={evidence}
            submitted={submitted}
            problem={open.problem}
          />
          <CommandProblem problem={open.problem} staleText={t('stale')} />
        </Stack>
      </form>
    </Dialog>
  )
}

const wishes = ['refund', 'release', 'split'] as const
