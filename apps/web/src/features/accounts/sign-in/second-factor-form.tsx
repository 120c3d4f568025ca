import {
  finishSignIn,
  readSignInChallenge,
  startPasskeyFactor,
} from '@veranda/contract/accounts/second-factor/routes.ts'
import { type SignInChallenge } from '@veranda/contract/accounts/second-factor/schemas.ts'
import { type SecondFactorMethod } from '@veranda/core/accounts/second-factor/second-factor.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { type SubmitEvent, useEffect, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { call } from '../../../lib/api/call.ts'
import { networkProblem, Problem } from '../../../lib/api/problem.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { CodeInput } from '../../../components/credentials/code-input.tsx'
import { NoPasskeysHere } from '../../../components/credentials/no-passkeys-here.tsx'
import { findPasskeyObstacle, signWithPasskey } from '../../../components/credentials/passkeys.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { AuthHeader } from './auth-header.tsx'
import { useSignIn } from './use-sign-in.ts'

/** Finishes a sign-in whose first factor was right, also after the redirect of a provider. */
export function SecondFactorForm() {
  const [tries, setTries] = useState(0)
  return <SignInAttempt key={tries} onRetry={() => setTries(tries + 1)} />
}

function SignInAttempt({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('accounts/step-up')
  const c = useTranslations('common')
  const read = useSignInChallenge()
  const signIn = useSignIn()
  const [chosen, setChosen] = useState<SecondFactorMethod>()
  const isOver = read.problem?.status === 404 || signIn.refused?.code === 'sign-in.challenge-ended'
  const methods = read.challenge?.methods ?? []
  const obstacle = methods.includes('passkey') ? findPasskeyObstacle() : undefined
  const usable = methods.filter((method) => method !== 'passkey' || obstacle === undefined)
  const shown = usable.find((method) => method === chosen) ?? usable[0]
  return (
    <Stack gap={6}>
      <AuthHeader title={t('sign-in.title')} lead={isOver ? '' : t('sign-in.lead')} />
      {isOver && (
        <Banner tone="warning" announce>
          {t('sign-in.over')}
        </Banner>
      )}
      {!read.challenge && !read.problem && <Spinner label={t('sign-in.loading')} />}
      {!isOver && read.problem && (
        <>
          <ProblemBanner problem={read.problem} />
          <Button onClick={onRetry}>{c('retry')}</Button>
        </>
      )}
      {!isOver && shown && (
        <Stack>
          {shown === 'passkey' ? (
            <PasskeyFactor signIn={signIn} />
          ) : (
            <CodeFactor key={shown} method={shown} signIn={signIn} />
          )}
          <Inline wrap>
            {usable
              .filter((method) => method !== shown)
              .map((method) => (
                <Button key={method} kind="quiet" size="small" onClick={() => setChosen(method)}>
                  {t(`other.${method}`)}
                </Button>
              ))}
          </Inline>
          {obstacle && <NoPasskeysHere obstacle={obstacle} />}
          <p>
            {t('sign-in.lost')} <Link href="/support?about=sign-in">{t('sign-in.support')}</Link>
          </p>
        </Stack>
      )}
      <Link href="/login">{t('sign-in.back')}</Link>
    </Stack>
  )
}

/** Reads what this browser's sign-in still needs. Without the query cache, which begins with the shell. */
function useSignInChallenge() {
  const [challenge, setChallenge] = useState<SignInChallenge>()
  const [problem, setProblem] = useState<Problem>()
  useEffect(() => {
    const abort = new AbortController()
    call(readSignInChallenge, {}, { signal: abort.signal }).then(setChallenge, (error: unknown) => {
      if (!abort.signal.aborted) setProblem(error instanceof Problem ? error : networkProblem())
    })
    return () => abort.abort()
  }, [])
  return { challenge, problem }
}

type FactorProps = { signIn: ReturnType<typeof useSignIn> }

function CodeFactor({ method, signIn }: FactorProps & { method: 'totp' | 'recovery-code' }) {
  const t = useTranslations('accounts/step-up')
  const [code, setCode] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const wrong = signIn.refused?.messageFor('code')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setSubmitted(true)
    if (code.trim() === '') event.currentTarget.querySelector('input')?.focus()
    else void signIn.run(finishSignIn, { body: { method, code } })
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {signIn.problem && wrong === undefined && (
          <Banner tone="error" announce>
            {signIn.problem}
          </Banner>
        )}
        <Field
          label={t(method)}
          hint={method === 'recovery-code' ? t('recovery-code.hint') : undefined}
          error={submitted && code.trim() === '' ? t('code.missing') : wrong}
        >
          <CodeInput kind={method === 'totp' ? 'digits' : 'letters'} size="large" value={code} onChange={setCode} />
        </Field>
        <Button kind="filled" size="large" type="submit" wide busy={signIn.busy}>
          {t('sign-in.do')}
        </Button>
      </Stack>
    </form>
  )
}

function PasskeyFactor({ signIn }: FactorProps) {
  const t = useTranslations('accounts/step-up')
  const start = useCommand(startPasskeyFactor)
  const [unused, setUnused] = useState(false)

  async function run() {
    setUnused(false)
    const started = await start.run()
    if (!started.ok) return
    const assertion = await signWithPasskey(started.reply)
    if (assertion) await signIn.run(finishSignIn, { body: { method: 'passkey', assertion } })
    else setUnused(true)
  }

  return (
    <Stack>
      <Button kind="filled" size="large" wide icon="lock" busy={start.busy || signIn.busy} onClick={() => void run()}>
        {t('passkey.do')}
      </Button>
      {unused && (
        <Banner tone="warning" announce>
          {t('passkey.failed')}
        </Banner>
      )}
      <ProblemBanner problem={start.problem ?? signIn.refused} />
    </Stack>
  )
}
