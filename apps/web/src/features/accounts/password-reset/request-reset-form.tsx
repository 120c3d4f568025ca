import { requestPasswordReset } from '@veranda/contract/accounts/password-reset/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'

/** Asks for a link to choose a new password; `onSent` gets the address that was typed. */
export function RequestResetForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTranslations('accounts/password-reset')
  const s = useTranslations('accounts/sign-in')
  const [email, setEmail] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const request = useCommand(requestPasswordReset)
  const { problem } = request
  const error = !email ? s('email.missing') : /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : s('email.wrong')
  const refused = problem?.field === 'email' ? s('email.wrong') : undefined

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setSubmitted(true)
    if (error !== undefined) {
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    const outcome = await request.run({ body: { email } })
    if (outcome.ok) onSent(email.trim())
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <ProblemBanner problem={refused === undefined ? problem : undefined} />
        <Field label={s('email')} error={submitted ? (error ?? refused) : undefined}>
          <TextInput
            type="email"
            name="email"
            size="large"
            autoComplete="username"
            placeholder={s('email.placeholder')}
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Button kind="filled" size="large" type="submit" wide busy={request.busy}>
          {t('forgot.submit')}
        </Button>
      </Stack>
    </form>
  )
}
