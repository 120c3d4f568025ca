import { login } from '@veranda/contract/accounts/routes.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../lib/session.ts'
import { useWords } from '../lib/words.ts'
import { AuthHead } from './auth-head.tsx'
import { placeFrom } from './auth-layout.tsx'
import { DemoPeople } from './demo-people.tsx'
import { PasswordInput } from './password-input.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { useSignIn } from './use-sign-in.ts'

export function LoginScreen() {
  const t = useWords('auth')
  const e = useWords('errors')
  const session = useSession()
  const { state } = useLocation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const signIn = useSignIn()
  const to = placeFrom(state)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (email && password) void signIn.run(login, { body: { email, password } })
  }

  return (
    <Stack gap={6}>
      <AuthHead title={t('login.title')} lead={to ? t('login.back-to') : t('login.welcome')} />
      {session.status === 'out' && session.why === 'ended' && <Banner tone="warning">{e('session-over')}</Banner>}
      <ProviderButtons />
      <form noValidate onSubmit={submit}>
        <Stack>
          {signIn.problem && (
            <Banner tone="error" announce>
              {signIn.problem}
            </Banner>
          )}
          <Field label={t('email')} error={tried && !email ? t('email.missing') : undefined}>
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
          <Field label={t('password')} error={tried && !password ? t('password.missing') : undefined}>
            <PasswordInput autoComplete="current-password" value={password} onChange={setPassword} />
          </Field>
          <Button kind="filled" size="large" type="submit" wide busy={signIn.busy}>
            {t('login.submit')}
          </Button>
        </Stack>
      </form>
      <p>
        {t('login.new')} <Link href="/register">{t('login.register')}</Link>{' '}
        <Link href={to === undefined ? '/pair' : `/pair?to=${encodeURIComponent(to)}`}>{t('login.pair')}</Link>
      </p>
      <DemoPeople />
    </Stack>
  )
}
