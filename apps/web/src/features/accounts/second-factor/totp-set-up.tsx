import { listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { readSecondFactor, startTotp, turnOnTotp } from '@veranda/contract/accounts/second-factor/routes.ts'
import { readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { type NewTotp } from '@veranda/contract/accounts/second-factor/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import { type Command, useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { CodeInput } from '../../../components/credentials/code-input.tsx'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { QrCode } from '../qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Sets up an authenticator app: confirms that it is the user, shows the secret, takes a first code, shows recovery codes. */
export function TotpSetUp({ onDone }: { onDone: () => void }) {
  const t = useTranslations('accounts/settings')
  const start = useCommand(startTotp)
  const turnOn = useCommand(turnOnTotp, { invalidates: [readSecondFactor, listDevices, readStepUp] })
  const stepUp = useStepUp('second-factor', turnOn.reply === undefined, start.problem)
  const isConfirmed = stepUp.state === 'done'
  const begin = useEffectEvent(() => void start.run())
  useEffect(() => {
    if (isConfirmed) begin()
  }, [isConfirmed])

  if (turnOn.reply) return <RecoveryCodes codes={turnOn.reply.codes} onDone={onDone} />
  return (
    <Stack>
      {start.reply === undefined && <StepUpForm hideTitle stepUp={stepUp} />}
      {start.busy && <Spinner label={t('totp.loading')} />}
      <ProblemBanner problem={start.problem} />
      {start.reply && <FirstCode totp={start.reply} turnOn={turnOn} />}
    </Stack>
  )
}

function FirstCode({ totp, turnOn }: { totp: NewTotp; turnOn: Command<typeof turnOnTotp> }) {
  const t = useTranslations('accounts/settings')
  const [code, setCode] = useState('')
  const [endOtherDevices, setEndOtherDevices] = useState(true)
  const [submitted, setSubmitted] = useState(false)
  const wrong = turnOn.problem?.messageFor('code')
  const key = totp.secret.replace(/.{4}(?=.)/g, '$& ')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setSubmitted(true)
    if (code.trim() === '') event.currentTarget.querySelector<HTMLInputElement>('input[inputmode]')?.focus()
    else void turnOn.run({ body: { code, endOtherDevices } })
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <p>{t('totp.scan')}</p>
        <QrCode text={totp.address} label={t('totp.qr')} />
        <Field label={t('totp.key')}>
          <TextInput readOnly dir="ltr" value={key} onFocus={(event) => event.target.select()} />
        </Field>
        <Field label={t('totp.code')} error={submitted && code.trim() === '' ? t('totp.code.missing') : wrong}>
          <CodeInput kind="digits" value={code} onChange={setCode} />
        </Field>
        <Checkbox
          label={t('totp.end-others')}
          hint={t('totp.end-others.hint')}
          checked={endOtherDevices}
          onChange={(event) => setEndOtherDevices(event.target.checked)}
        />
        <ProblemBanner problem={wrong === undefined ? turnOn.problem : undefined} />
        <div>
          <Button kind="filled" type="submit" busy={turnOn.busy}>
            {t('totp.turn-on')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
