import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { MissingSteps } from '../../../components/missing-steps.tsx'
import { Amount } from '../../../components/money/amount.tsx'
import { CardCodeForm } from '../../../components/payment/card-code-form.tsx'
import { PaymentFailed } from '../../../components/payment/payment-failed.tsx'
import { PaymentMethodPicker } from '../../../components/payment/payment-method-picker.tsx'
import { type MoneyAmount, useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from '../commissions.module.css'
import { projectQueries } from '../use-project-command.ts'

export type PaymentStage = 'choose' | 'confirm' | 'wait' | 'paid'

type PaymentDialogProps = {
  open: boolean
  onClose: () => void
  stage: PaymentStage
  /** Title and text while the client chooses a method. */
  title: string
  text: string
  charge: Milestone['charge']
  charged: MoneyAmount
  /** Parts of the sum that is charged. */
  summary: ReactNode
  canPay: boolean
  busy: boolean
  /** Why the payment could not start. */
  problem: ReactNode
  onPay: (method: string) => void
  onPaid: () => void
}

/**
 * Renders a payment into escrow: method, second factor if the bank requires it, then the wait for the provider. Follows the
 * stage, so it can be closed and reopened at any step, and closes once the money is protected.
 */
export function PaymentDialog({
  open,
  onClose,
  stage,
  title,
  text,
  charge,
  charged,
  summary,
  canPay,
  busy,
  problem,
  onPay,
  onPaid,
}: PaymentDialogProps) {
  const t = useTranslations('commissions')
  const c = useTranslations('common')
  const format = useFormat()
  const [method, setMethod] = useState<string>()
  const methods = useId()
  const sum = format.money(charged)
  const finish = useEffectEvent(() => {
    onPaid()
    onClose()
  })
  useEffect(() => {
    if (open && stage === 'paid') finish()
  }, [open, stage])

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={stage === 'choose' ? title : t(`fund.title.${stage === 'confirm' ? 'confirm' : 'wait'}`)}
      text={stage === 'choose' ? text : undefined}
      actions={
        stage === 'choose' ? (
          <>
            <MissingSteps
              label={t('fund.missing')}
              steps={method === undefined ? [{ label: t('fund.missing.method'), fieldId: methods }] : []}
            />
            <Button onClick={onClose}>{c('cancel')}</Button>
            <Button
              kind="filled"
              icon="lock"
              busy={busy}
              disabled={method === undefined || !canPay}
              onClick={() => method !== undefined && onPay(method)}
            >
              {t('fund.pay', { sum })}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('fund.leave')}</Button>
        )
      }
    >
      {stage === 'choose' && (
        <Stack gap={5}>
          {charge && <PaymentFailed charge={charge} />}
          {summary}
          <div id={methods}>
            <PaymentMethodPicker value={method} onChange={setMethod} />
          </div>
          {problem}
        </Stack>
      )}
      {stage === 'confirm' && charge && <CardCodeForm charge={charge} sum={sum} touches={projectQueries} />}
      {stage === 'wait' && (
        <Stack gap={3}>
          <p role="status">{t('fund.waiting', { sum })}</p>
          <Progress label={t('fund.waiting', { sum })} />
          <p className={styles.quiet}>{t('fund.waiting.safe')}</p>
        </Stack>
      )}
    </Dialog>
  )
}

/** Renders the amount charged and the part of it that is protected. */
export function ChargeSummary({
  title,
  price,
  clientPays,
}: {
  title: string
  price: MoneyAmount
  clientPays: MoneyAmount
}) {
  const t = useTranslations('commissions')
  const fee = { amount: clientPays.amount - price.amount, currency: price.currency }
  return (
    <dl className={styles.facts}>
      <dt>{title}</dt>
      <dd>
        <Amount money={price} />
      </dd>
      <dt>{t('fund.fee')}</dt>
      <dd>
        <Amount money={fee} />
      </dd>
      <dt>{t('fund.total')}</dt>
      <dd>
        <Amount money={clientPays} size="large" />
      </dd>
    </dl>
  )
}
