import { readPendingIdentity, registerByIdentity } from '@veranda/contract/accounts/social/routes.ts'
import { type PendingIdentity } from '@veranda/contract/accounts/social/schemas.ts'
import { socialProviderNames } from '@veranda/core/accounts/social/social-provider.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useEffect, useState } from 'react'
import { runCommand } from '../../../lib/api/use-command.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { refreshPublicConfig, usePublicConfig } from '../../../lib/public-config.ts'
import { SentenceGap } from '../../../components/sentence-gap.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { RichText } from '../../../components/rich-text.tsx'
import { useSignIn } from '../sign-in/use-sign-in.ts'

/** Creates an account for whom a provider vouches for in this browser. */
export function RegisterByIdentityForm() {
  const t = useTranslations('accounts/social')
  const [pending, setPending] = useState<PendingIdentity | 'ended'>()
  useEffect(() => {
    void runCommand(readPendingIdentity, {}).then((read) => setPending(read.ok ? read.reply : 'ended'))
  }, [])
  if (pending === undefined) return <Spinner label={t('register.loading')} />
  if (pending === 'ended') return <Banner tone="warning">{t('register.ended')}</Banner>
  return <IdentityForm pending={pending} />
}

function IdentityForm({ pending }: { pending: PendingIdentity }) {
  const t = useTranslations('accounts/social')
  const s = useTranslations('accounts/sign-in')
  const language = useLanguage()
  const config = usePublicConfig()
  const signIn = useSignIn()
  const [name, setName] = useState(pending.name)
  const [role, setRole] = useState<'client' | 'creator'>('client')
  const [agreed, setAgreed] = useState(false)
  const [submitted, setSubmitted] = useState(false)
  const provider = socialProviderNames[pending.provider]
  const errors = {
    name: name.trim() ? undefined : s('name.missing'),
    agreed: agreed ? undefined : s('consent.missing'),
  }
  const refused = (field: string) => signIn.refused?.messageFor(field)
  const errorIfSubmitted = (error: string | undefined) => (submitted ? error : undefined)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (Object.values(errors).some(Boolean) || !config) return
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const problem = await signIn.run(registerByIdentity, {
      body: { name, role, terms: config.terms, timeZone, language },
    })
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
        {refused('email') !== undefined && (
          <Banner tone="error" announce>
            {refused('email')}
          </Banner>
        )}
        <p>
          {t('register.lead', { provider })}
          <SentenceGap />
          {pending.email === null
            ? t('register.no-email', { provider })
            : t('register.email', { provider, email: pending.email })}
        </p>
        <RadioGroup
          label={s('role')}
          look="cards"
          name="role"
          value={role}
          onChange={setRole}
          options={[
            { value: 'client', label: s('role.client'), hint: s('role.client.hint') },
            { value: 'creator', label: s('role.creator'), hint: s('role.creator.hint') },
          ]}
        />
        <Field label={s('name')} error={errorIfSubmitted(errors.name) ?? refused('name')}>
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
        <Checkbox
          name="terms"
          required
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
          error={errorIfSubmitted(errors.agreed) ?? refused('terms')}
          label={
            <RichText text={s('consent')} parts={{ terms: legalLink('/terms'), privacy: legalLink('/privacy') }} />
          }
        />
        <Button kind="filled" size="large" type="submit" wide busy={signIn.busy}>
          {t('register.submit')}
        </Button>
      </Stack>
    </form>
  )
}
