import { reauthenticate, readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../../lib/api/use-command.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { CodeInput } from '../credentials/code-input.tsx'
import { ProblemBanner } from '../page/problem-banner.tsx'

type CodeMethodProps = {
  method: 'totp' | 'recovery-code' | 'mail-code'
  hint?: string
  onReauthenticated: () => void
}

/** Reauthenticates with a typed code. */
export function CodeMethod({ method, hint, onReauthenticated }: CodeMethodProps) {
  const t = useTranslations('accounts/step-up')
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const confirm = useCommand(reauthenticate, { invalidates: [readStepUp], onDone: onReauthenticated })
  const wrong = confirm.problem?.messageFor('code')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() === '') event.currentTarget.querySelector('input')?.focus()
    else void confirm.run({ body: { method, code } })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={3}>
        <Field label={t(method)} hint={hint} error={(missing ? t('code.missing') : undefined) ?? wrong}>
          <CodeInput kind={method === 'recovery-code' ? 'letters' : 'digits'} value={code} onChange={setCode} />
        </Field>
        <div>
          <Button type="submit" busy={confirm.busy}>
            {t('do')}
          </Button>
        </div>
        <ProblemBanner problem={wrong === undefined ? confirm.problem : undefined} />
      </Stack>
    </form>
  )
}
