import { verifyRegistration } from '@veranda/contract/accounts/registration/routes.ts'
import { type FirstSession } from '@veranda/contract/accounts/registration/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { beginSignIn } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { PasswordInput } from '../../../components/credentials/password-input.tsx'

type VerifyFormProps = {
  token: string
  /** Asks for the password of the registration, which was begun in another browser. */
  withPassword: boolean
  onPasswordNeeded: () => void
  onVerified: (session: FirstSession) => void
  onUnusable: () => void
  onTaken: () => void
}

/** Finishes a registration with the token of its link, which is used up by the press and by nothing before. */
export function VerifyForm({ token, withPassword, ...on }: VerifyFormProps) {
  const t = useTranslations('accounts/registration')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const verify = useCommand(verifyRegistration)
  const { problem } = verify
  const isAnswered = problem?.code === 'account.password-needed'
  const refused = isAnswered ? undefined : problem?.messageFor('password')

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const isMissing = withPassword && password === ''
    setMissing(isMissing)
    if (isMissing) {
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    beginSignIn()
    const outcome = await verify.run({ body: withPassword ? { token, password } : { token } })
    if (outcome.ok) on.onVerified(outcome.reply)
    else if (outcome.problem.code === 'account.password-needed') on.onPasswordNeeded()
    else if (outcome.problem.code === 'account.link-not-usable') on.onUnusable()
    else if (outcome.problem.code === 'account.email-taken') on.onTaken()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <ProblemBanner problem={isAnswered || refused !== undefined ? undefined : problem} />
        {withPassword && (
          <Field label={t('verify.password')} error={missing ? t('verify.password.missing') : refused}>
            <PasswordInput autoComplete="current-password" value={password} onChange={setPassword} />
          </Field>
        )}
        <Button kind="filled" size="large" type="submit" wide busy={verify.busy}>
          {t('verify.submit')}
        </Button>
      </Stack>
    </form>
  )
}
