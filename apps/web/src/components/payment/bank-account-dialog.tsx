import { type ChangePayoutAccountBody, maxHolderLength } from '@veranda/contract/payments/schemas.ts'
import { maxTypedIbanLength, parseIban } from '@veranda/core/payments/payouts/payout-account.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type FormEvent, useId, useState } from 'react'
import { type Problem } from '../../lib/api/problem.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { useSession } from '../../lib/session/session.ts'
import { MissingSteps } from '../missing-steps.tsx'
import { OnlineProblem } from '../page/online-problem.tsx'
import { StepUpForm } from '../step-up/step-up-form.tsx'
import { useStepUp } from '../step-up/use-step-up.ts'

type BankAccountDialogProps = {
  title: string
  text: string
  submitLabel: string
  command: {
    readonly busy: boolean
    readonly problem: Problem | undefined
    run(body: ChangePayoutAccountBody): Promise<{ ok: true } | { ok: false; problem: Problem }>
  }
  onClose: () => void
}

/** Takes a bank account of the user, after a step-up. */
export function BankAccountDialog({ title, text, submitLabel, command, onClose }: BankAccountDialogProps) {
  const t = useTranslations('payments')
  const c = useTranslations('common')
  const form = useId()
  const stepUpId = useId()
  const [holder, setHolder] = useState(useSession().user?.name ?? '')
  const [iban, setIban] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const stepUp = useStepUp('always', true, command.problem)
  const holderError = holder.trim() === '' ? t('account.holder.missing') : undefined
  const ibanError = parseIban(iban).ok ? undefined : t('account.iban.invalid')

  async function send(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (holderError !== undefined || ibanError !== undefined) return
    const outcome = await command.run({ holder: holder.trim(), iban })
    if (!outcome.ok && outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      text={text}
      actions={
        <>
          <MissingSteps
            label={t('account.missing')}
            steps={stepUp.state === 'required' ? [{ label: t('payout.missing.step-up'), fieldId: stepUpId }] : []}
          />
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="filled" type="submit" form={form} busy={command.busy} disabled={stepUp.state !== 'done'}>
            {submitLabel}
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
        <OnlineProblem problem={command.problem?.code === 'step-up.required' ? undefined : command.problem} />
      </Stack>
    </Dialog>
  )
}
