import { listEscrow, readPayoutAccount, requestPayout } from '@veranda/contract/payments/routes.ts'
import { type Balances } from '@veranda/contract/payments/schemas.ts'
import { isCurrency, money } from '@veranda/core/money/money.ts'
import { requestPayout as decidePayout } from '@veranda/core/payments/payouts/payout.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { type FormEvent, useId, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { type MoneyAmount, useFormat } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { invalidateReads, useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { MissingSteps } from '../../../components/missing-steps.tsx'
import { AmountInput } from '../../../components/money/amount-input.tsx'
import { type AmountFault, formatAmountText, parseAmountText } from '../../../components/money/amount-text.ts'
import { snackbars } from '../../../components/toasts.ts'
import { RichText } from '../../../components/rich-text.tsx'
import { OnlineProblem } from '../../../components/page/online-problem.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { PayoutAccountName } from './payout-account-name.tsx'
import { paymentQueries } from '../queries.ts'
import { nextPendingRelease } from '../pending-releases.ts'
import styles from '../balances.module.css'

type PayoutDialogProps = { available: readonly MoneyAmount[]; open: boolean; onClose: () => void }

/** Requests a payout of a part or all of what is available, in one currency. */
export function PayoutDialog({ available, open, onClose }: PayoutDialogProps) {
  const t = useTranslations('payments')
  const c = useTranslations('common')
  const format = useFormat()
  const language = useLanguage()
  const form = useId()
  const stepUpId = useId()
  const [chosen, setChosen] = useState<string>()
  const [typed, setTyped] = useState<string>()
  const [submitted, setSubmitted] = useState(false)
  const from = available.find(({ currency }) => currency === chosen) ?? available[0]
  const all = from && isCurrency(from.currency) ? formatAmountText(from.amount, from.currency, language) : ''
  const text = typed ?? all
  const parsed = parsePayoutAmount(text, from, language)
  const command = useCommand(requestPayout, {
    idempotent: true,
    invalidates: paymentQueries,
    onDone: ({ amount }) => {
      snackbars.add({ title: t('payout.done', { sum: format.money(amount) }), tone: 'success' })
      setTyped(undefined)
      setSubmitted(false)
      onClose()
    },
  })

  const stepUp = useStepUp('always', open, command.problem)
  const account = useRead(readPayoutAccount, {}, { enabled: open }).data?.account

  async function send(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (!parsed.ok) return
    const outcome = await command.run({ body: { amount: parsed.amount, currency: parsed.currency } })
    if (outcome.ok) return
    if (outcome.problem.status === 409) await invalidateReads(...paymentQueries)
    if (outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('payout.title')}
      text={from ? t('payout.text', { sum: format.money(from) }) : undefined}
      actions={
        <>
          <MissingSteps
            label={t('payout.missing')}
            steps={stepUp.state === 'required' ? [{ label: t('payout.missing.step-up'), fieldId: stepUpId }] : []}
          />
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="filled" type="submit" form={form} busy={command.busy} disabled={stepUp.state !== 'done'}>
            {t('payout.send', { sum: parsed.ok ? format.money(parsed) : '' })}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <form id={form} noValidate onSubmit={(event) => void send(event)}>
          <Stack gap={4}>
            {available.length > 1 && from && (
              <Field label={t('payout.currency')}>
                <Select
                  value={from.currency}
                  onChange={(event) => {
                    setChosen(event.target.value)
                    setTyped(undefined)
                  }}
                  options={available.map((money) => ({ value: money.currency, label: format.money(money) }))}
                />
              </Field>
            )}
            <Field
              label={t('payout.amount')}
              hint={t('payout.hint')}
              error={submitted && !parsed.ok ? t(`amount.${parsed.fault}`) : command.problem?.messageFor('amount')}
            >
              <AmountInput value={text} onChange={setTyped} currency={from?.currency ?? 'EUR'} />
            </Field>
            {account && (
              <p>
                <RichText text={t('payout.to')} parts={{ account: () => <PayoutAccountName account={account} /> }} />
              </p>
            )}
          </Stack>
        </form>
        {/* A form of its own, so it cannot be within the other one. */}
        <div id={stepUpId}>
          <StepUpForm stepUp={stepUp} />
        </div>
        <OnlineProblem problem={command.problem?.code === 'step-up.required' ? undefined : command.problem} />
      </Stack>
    </Dialog>
  )
}

/** Opens the payout dialog; while there is nothing to pay out, says why and when there will be. */
export function PayoutButton({ reply }: { reply: Balances }) {
  const t = useTranslations('payments')
  const [open, setOpen] = useState(false)
  const reason = useId()
  const available: MoneyAmount[] = reply.items
    .filter(({ actions }) => actions.includes('request'))
    .map(({ amount }) => amount)
  const isEmpty = available.length === 0
  return (
    <div className={styles.payout}>
      {isEmpty && (
        <p id={reason}>
          <NothingToPayOut reply={reply} />
        </p>
      )}
      <Button
        kind="filled"
        icon="wallet"
        disabled={isEmpty}
        aria-describedby={isEmpty ? reason : undefined}
        onClick={() => setOpen(true)}
      >
        {t('payout.open')}
      </Button>
      <PayoutDialog available={available} open={open} onClose={() => setOpen(false)} />
    </div>
  )
}

/**
 * Says what must happen before there is something to pay out: a step of the user, the next date, else what the money
 * waits for.
 */
function NothingToPayOut({ reply }: { reply: Balances }) {
  const t = useTranslations('payments')
  const format = useFormat()
  const escrow = useRead(listEscrow).data
  const account = useRead(readPayoutAccount).data
  if (account?.actions.includes('confirm')) return t('payout.stopped')
  const next = escrow && nextPendingRelease(escrow, format.weekday)
  const amountOf = (key: 'creator.pending' | 'creator.protected') =>
    reply.items.find((one) => one.key === key && one.amount.amount > 0)?.amount
  if (next) return t('payout.none.until', { sum: format.money(next.amount), day: next.day })
  const pending = amountOf('creator.pending')
  // While the dates load, nothing is said that they may contradict.
  if (pending) return escrow ? t('payout.none.settling', { sum: format.money(pending) }) : t('payout.none')
  const inEscrow = amountOf('creator.protected')
  return inEscrow ? t('payout.none.protected', { sum: format.money(inEscrow) }) : t('payout.none')
}

type PayoutAmountFault = AmountFault | 'not-positive' | 'too-much'

/** Parses the typed amount of a payout by the core's rule; returns the amount, or what is wrong with it. */
export function parsePayoutAmount(
  text: string,
  available: MoneyAmount | undefined,
  language: string,
): { ok: true; amount: number; currency: string } | { ok: false; fault: PayoutAmountFault } {
  if (available === undefined || !isCurrency(available.currency)) return { ok: false, fault: 'too-much' }
  const { currency } = available
  const parsed = parseAmountText(text, currency, language)
  if (!parsed.ok) return parsed
  // Who asks is checked by the form's own step-up, and while payouts are stopped there is no form.
  const decided = decidePayout({ amount: parsed.amount, currency }, money(available.amount, currency), {
    hasSteppedUp: true,
    isStopped: false,
  })
  if (decided.ok) return { ok: true, amount: parsed.amount, currency }
  return { ok: false, fault: decided.refusal.code === 'payout.not-positive' ? 'not-positive' : 'too-much' }
}
