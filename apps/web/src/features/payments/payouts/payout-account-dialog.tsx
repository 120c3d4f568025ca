import { changePayoutAccount, readBalances, readPayoutAccount } from '@veranda/contract/payments/routes.ts'
import { maxHolderLength } from '@veranda/contract/payments/schemas.ts'
import { maxTypedIbanLength, parseIban } from '@veranda/core/payments/payouts/payout-account.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type FormEvent, useId, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { MissingSteps } from '../../../components/missing-steps.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'

/** Changes the bank account that payouts go to, after a step-up. */
export function PayoutAccountDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('payments')
  const c = useTranslations('common')
  const form = useId()
  const stepUpId = useId()
  const [holder, setHolder] = useState(useSession().user?.name ?? '')
  const [iban, setIban] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const command = useCommand(changePayoutAccount, {
    invalidates: [readPayoutAccount, readBalances],
    onDone: () => {
      snackbars.add({ title: t('account.done'), tone: 'success' })
      onClose()
    },
  })
  const stepUp = useStepUp('always', true, command.problem)
  const holderError = holder.trim() === '' ? t('account.holder.missing') : undefined
  const ibanError = parseIban(iban).ok ? undefined : t('account.iban.invalid')

  async function send(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (holderError !== undefined || ibanError !== undefined) return
    const outcome = await command.run({ body: { holder: holder.trim(), iban } })
    if (!outcome.ok && outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('account.dialog')}
      text={t('account.dialog.text')}
      actions={
        <>
          <MissingSteps
            label={t('account.missing')}
            steps={stepUp.state === 'required' ? [{ label: t('payout.missing.step-up'), fieldId: stepUpId }] : []}
          />
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="filled" type="submit" form={form} busy={command.busy} disabled={stepUp.state !== 'done'}>
            {t('account.save')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <form id={form} noValidate onSubmit={(event) => void send(event)}>
          <Stack gap={4}>
            <Field
              label={t('account.holder')}
              hint={t('account.holder.hint')}
              error={(submitted ? holderError : undefined) ?? command.problem?.messageFor('holder')}
            >
              <TextInput
                autoComplete="name"
                maxLength={maxHolderLength}
                value={holder}
                onChange={(event) => setHolder(event.target.value)}
              />
            </Field>
            <Field
              label={t('account.iban')}
              hint={t('account.iban.hint')}
              error={(submitted ? ibanError : undefined) ?? command.problem?.messageFor('iban')}
            >
              <TextInput
                autoComplete="off"
                spellCheck={false}
                maxLength={maxTypedIbanLength}
                value={iban}
                onChange={(event) => setIban(event.target.value)}
              />
            </Field>
          </Stack>
        </form>
        {/* A form of its own, so it cannot be within the other one. */}
        <div id={stepUpId}>
          <StepUpForm stepUp={stepUp} />
        </div>
        <ProblemBanner problem={command.problem?.code === 'step-up.required' ? undefined : command.problem} />
      </Stack>
    </Dialog>
  )
}
