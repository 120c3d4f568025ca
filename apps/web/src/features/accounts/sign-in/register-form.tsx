import { registerUser } from '@veranda/contract/accounts/routes.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useLanguage } from '../../../lib/language.ts'
import { refreshPublicConfig, usePublicConfig } from '../../../lib/public-config.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { RichText } from '../../../components/rich-text.tsx'
import { useNewPasswordRule } from '../new-password.ts'
import { PasswordInput } from './password-input.tsx'
import { useSignIn } from './use-sign-in.ts'

/** Creates an account that accepts the terms in force. */
export function RegisterForm() {
  const t = useTranslations('accounts/sign-in')
  const language = useLanguage()
  const config = usePublicConfig()
  const signIn = useSignIn()
  const passwordRule = useNewPasswordRule()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [role, setRole] = useState<'client' | 'creator'>('client')
  const [agreed, setAgreed] = useState(false)
  const [submitted, setSubmitted] = useState(false)

  const errors = {
    name: name.trim() ? undefined : t('name.missing'),
    email: !email ? t('email.missing') : /^\S+@\S+\.\S+$/.test(email) ? undefined : t('email.wrong'),
    password: passwordRule.findFault(password, { email, name }),
    agreed: agreed ? undefined : t('consent.missing'),
  }
  const refused = (field: string) => signIn.refused?.messageFor(field)
  const errorIfSubmitted = (error: string | undefined) => (submitted ? error : undefined)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (Object.values(errors).some(Boolean) || !config) return
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const body = { name, email, password, role, terms: config.terms, timeZone, language }
    const problem = await signIn.run(registerUser, { body })
    if (problem?.code !== 'account.terms-outdated') return
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
        {signIn.problem && !signIn.refused?.field && (
          <Banner tone="error" announce>
            {signIn.problem}
          </Banner>
        )}
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
        <Button kind="filled" size="large" type="submit" wide busy={signIn.busy}>
          {t('register.submit')}
        </Button>
      </Stack>
    </form>
  )
}
