import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { lazy, type SubmitEvent, Suspense, useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { PasswordInput } from '../../../components/credentials/password-input.tsx'
import { useSignIn } from './use-sign-in.ts'
import styles from './auth-layout.module.css'

const PasskeySignIn = lazy(() => import('../passkeys/passkey-sign-in.tsx').then((m) => ({ default: m.PasskeySignIn })))

/** Signs in with e-mail address and password. */
export function LoginForm() {
  const t = useTranslations('accounts/sign-in')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const signIn = useSignIn()
  const wrongEmail = signIn.refused?.field === 'email' ? t('email.wrong') : undefined

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (email && password) void signIn.run(login, { body: { email, password } })
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {signIn.problem && (
          <Banner tone="error" announce>
            {signIn.problem}
          </Banner>
        )}
        <Field label={t('email')} error={submitted && !email ? t('email.missing') : wrongEmail}>
          <TextInput
            type="email"
            name="email"
            size="large"
            autoComplete="username webauthn"
            placeholder={t('email.placeholder')}
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label={t('password')} error={submitted && !password ? t('password.missing') : undefined}>
          <PasswordInput autoComplete="current-password" value={password} onChange={setPassword} />
        </Field>
        <Link href="/forgot-password">{t('login.forgot')}</Link>
        <Button kind="filled" size="large" type="submit" wide busy={signIn.busy}>
          {t('login.submit')}
        </Button>
        <div className={styles.passkey}>
          <Suspense>
            <PasskeySignIn />
          </Suspense>
        </div>
      </Stack>
    </form>
  )
}
