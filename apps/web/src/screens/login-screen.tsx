import { login } from '@veranda/contract/accounts/routes.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../lib/session/session.ts'
import { useTranslations } from '../lib/i18n.ts'
import { AuthHeader } from '../features/accounts/sign-in/auth-header.tsx'
import { returnPathFrom } from '../features/accounts/sign-in/auth-layout.tsx'
import { DemoUserList } from '../features/accounts/sign-in/demo-user-list.tsx'
import { PasswordInput } from '../features/accounts/sign-in/password-input.tsx'
import { ProviderButtons } from '../features/accounts/sign-in/provider-buttons.tsx'
import { useSignIn } from '../features/accounts/sign-in/use-sign-in.ts'

export function LoginScreen() {
  const t = useTranslations('accounts/sign-in')
  const e = useTranslations('errors')
  const session = useSession()
  const { state } = useLocation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const signIn = useSignIn()
  const returnPath = returnPathFrom(state)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (email && password) void signIn.run(login, { body: { email, password } })
  }

  return (
    <Stack gap={6}>
      <AuthHeader title={t('login.title')} lead={returnPath ? t('login.back-to') : t('login.welcome')} />
      {session.status === 'out' && session.reason === 'ended' && <Banner tone="warning">{e('session-over')}</Banner>}
      <ProviderButtons />
      <form noValidate onSubmit={submit}>
        <Stack>
          {signIn.problem && (
            <Banner tone="error" announce>
              {signIn.problem}
            </Banner>
          )}
          <Field label={t('email')} error={submitted && !email ? t('email.missing') : undefined}>
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
          <Field label={t('password')} error={submitted && !password ? t('password.missing') : undefined}>
            <PasswordInput autoComplete="current-password" value={password} onChange={setPassword} />
          </Field>
          <Button kind="filled" size="large" type="submit" wide busy={signIn.busy}>
            {t('login.submit')}
          </Button>
        </Stack>
      </form>
      <p>
        {t('login.new')} <Link href="/register">{t('login.register')}</Link>{' '}
        <Link href={returnPath === undefined ? '/pair' : `/pair?to=${encodeURIComponent(returnPath)}`}>
          {t('login.pair')}
        </Link>{' '}
        <Link href="/support?about=sign-in">{t('login.support')}</Link>
      </p>
      <DemoUserList />
    </Stack>
  )
}
