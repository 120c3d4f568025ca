import { type RegisterUserBody } from '@veranda/contract/accounts/registration/schemas.ts'
import { registerUser } from '@veranda/contract/accounts/registration/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { refreshPublicConfig, usePublicConfig } from '../../../lib/public-config.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { useNewPasswordRule } from '../passwords/new-password.ts'
import { PasswordStrength } from '../passwords/password-strength.tsx'
import { PasswordInput } from '../../../components/credentials/password-input.tsx'

type RegisterFormProps = {
  /** The fields as they were sent before, for a user who came back to correct them. */
  initial: RegisterUserBody | undefined
  /** Where the user was going, to continue there once the address is verified. */
  returnTo: string | undefined
  onSent: (body: RegisterUserBody) => void
}

/** Asks for an account that accepts the terms in force; `onSent` gets what was sent. */
export function RegisterForm({ initial, returnTo, onSent }: RegisterFormProps) {
  const t = useTranslations('accounts/sign-in')
  const language = useLanguage()
  const config = usePublicConfig()
  const register = useCommand(registerUser)
  const passwordRule = useNewPasswordRule()
  const [name, setName] = useState(initial?.name ?? '')
  const [email, setEmail] = useState(initial?.email ?? '')
  const [password, setPassword] = useState(initial?.password ?? '')
  const [role, setRole] = useState(initial?.role ?? 'client')
  const [agreed, setAgreed] = useState(initial !== undefined)
  const [submitted, setSubmitted] = useState(false)

  const errors = {
    name: name.trim() ? undefined : t('name.missing'),
    email: !email ? t('email.missing') : /^\S+@\S+\.\S+$/.test(email) ? undefined : t('email.wrong'),
    password: passwordRule.findFault(password, { email, name }),
    agreed: agreed ? undefined : t('consent.missing'),
  }
  const { problem } = register
  const refused = (field: string) => problem?.messageFor(field)
  const errorIfSubmitted = (error: string | undefined) => (submitted ? error : undefined)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (Object.values(errors).some(Boolean) || !config) return
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const facts = { name, email: email.trim(), password, role, terms: config.terms, timeZone, language }
    const body = returnTo === undefined ? facts : { ...facts, returnTo }
    const outcome = await register.run({ body })
    if (outcome.ok) return onSent(body)
    if (outcome.problem.code !== 'account.terms-outdated') return
    // The terms of this page are no longer in force: ask again, for the version that is.
    setAgreed(false)
    await refreshPublicConfig()
  }

  const legalLink = (href: string) => (inner: string) => (
    <Link kind="inline" href={href} target="_blank">
      {inner}
    </Link>
  )

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={5}>
        <ProblemBanner problem={problem?.field ? undefined : problem} />
        <RadioGroup
          label={t('role')}
          look="cards"
          name="role"
          value={role}
          onChange={setRole}
          options={[
            { value: 'client', label: t('role.client'), hint: t('role.client.hint') },
            { value: 'creator', label: t('role.creator'), hint: t('role.creator.hint') },
          ]}
        />
        <Field label={t('name')} error={errorIfSubmitted(errors.name) ?? refused('name')}>
          <TextInput
            name="name"
            size="large"
            autoComplete="name"
            maxLength={80}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={t('email')} error={errorIfSubmitted(errors.email) ?? refused('email')}>
          <TextInput
            type="email"
            name="email"
            size="large"
            autoComplete="username"
            placeholder={t('email.placeholder')}
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field
          label={t('password')}
          hint={passwordRule.hint}
          error={errorIfSubmitted(errors.password) ?? refused('password')}
        >
          <PasswordInput autoComplete="new-password" value={password} onChange={setPassword} />
        </Field>
        <PasswordStrength password={password} user={{ email, name }} />
        <Checkbox
          name="terms"
          required
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
          error={errorIfSubmitted(errors.agreed) ?? refused('terms')}
          label={
            <RichText text={t('consent')} parts={{ terms: legalLink('/terms'), privacy: legalLink('/privacy') }} />
          }
        />
        <Button kind="filled" size="large" type="submit" wide busy={register.busy}>
          {t('register.submit')}
        </Button>
      </Stack>
    </form>
  )
}
