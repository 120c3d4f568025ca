import { resetPassword } from '@veranda/contract/accounts/password-reset/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { useNewPasswordRule } from '../passwords/new-password.ts'
import { PasswordStrength } from '../passwords/password-strength.tsx'
import { PasswordInput } from '../../../components/credentials/password-input.tsx'

/** Whose link it is only the server knows, and it refuses their name and address as a password. */
const unknownUser = { email: '', name: '' }

type NewPasswordFormProps = { token: string; onDone: () => void; onUnusable: () => void }

/** Sets a new password with the token of a link, which is used up by the press and by nothing before. */
export function NewPasswordForm({ token, onDone, onUnusable }: NewPasswordFormProps) {
  const t = useTranslations('accounts/password-reset')
  const rule = useNewPasswordRule()
  const [password, setPassword] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const reset = useCommand(resetPassword)
  const fault = rule.findFault(password, unknownUser)
  const refused = reset.problem?.messageFor('password')

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setSubmitted(true)
    if (fault !== undefined) {
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    const outcome = await reset.run({ body: { token, password } })
    if (outcome.ok) onDone()
    else if (outcome.problem.code === 'account.link-not-usable') onUnusable()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <ProblemBanner problem={refused === undefined ? reset.problem : undefined} />
        <Field label={t('new.password')} hint={rule.hint} error={submitted ? (fault ?? refused) : undefined}>
          <PasswordInput autoComplete="new-password" value={password} onChange={setPassword} />
        </Field>
        <PasswordStrength password={password} user={unknownUser} />
        <Button kind="filled" size="large" type="submit" wide busy={reset.busy}>
          {t('new.submit')}
        </Button>
      </Stack>
    </form>
  )
}
