import { reauthenticate, readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { type StepUpMethod } from '@veranda/core/accounts/step-up/step-up.ts'
import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useCommand } from '../../lib/api/use-command.ts'
import { useFormat } from '../../lib/i18n/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { NoPasskeysHere } from '../credentials/no-passkeys-here.tsx'
import { findPasskeyObstacle } from '../credentials/passkeys.ts'
import { PasswordInput } from '../credentials/password-input.tsx'
import { CodeMethod } from './code-method.tsx'
import { GoogleMethod } from './google-method.tsx'
import { MailCodeMethod } from './mail-code-method.tsx'
import { PasskeyMethod } from './passkey-method.tsx'
import styles from './step-up-form.module.css'
import { ProblemBanner } from '../page/problem-banner.tsx'
import { type StepUpStatus } from './use-step-up.ts'

type StepUpFormProps = {
  stepUp: StepUpStatus
  onReauthenticated?: () => void
  /** Hides the heading, where another one is above it. */
  hideTitle?: boolean
}

/** Asks the user to reauthenticate as a step of another form; renders nothing when no step-up is needed. */
export function StepUpForm({ stepUp, onReauthenticated, hideTitle = false }: StepUpFormProps) {
  const t = useTranslations('accounts/step-up')
  const format = useFormat()
  const title = useId()
  const doneMessage = useRef<HTMLParagraphElement>(null)
  const [reauthenticatedHere, setReauthenticatedHere] = useState(false)
  const { state } = stepUp
  useEffect(() => {
    // The form that had focus is gone, so focus moves to its result.
    if (reauthenticatedHere && state === 'done') doneMessage.current?.focus()
  }, [reauthenticatedHere, state])

  function handleReauthenticated() {
    setReauthenticatedHere(true)
    onReauthenticated?.()
  }

  if (state === 'not-needed') return null
  return (
    <section className={cx(styles.confirm, hideTitle && styles.bare)} aria-labelledby={hideTitle ? undefined : title}>
      {!hideTitle && (
        <h3 id={title} className={styles.title}>
          {t('title')}
        </h3>
      )}
      {state === 'checking' && <Spinner label={t('checking')} />}
      {stepUp.state === 'unknown' && <ProblemBanner problem={stepUp.problem} />}
      {stepUp.state === 'required' && (
        <Stack gap={3}>
          <p className={styles.text}>
            {stepUp.limit ? t('text', { limit: format.money(stepUp.limit) }) : t('text.always')}
          </p>
          <ChosenMethod methods={stepUp.methods} onReauthenticated={handleReauthenticated} />
        </Stack>
      )}
      <p ref={doneMessage} role="status" tabIndex={-1} className={styles.text}>
        {stepUp.state === 'done' && t('done', { time: format.time(stepUp.until) })}
      </p>
    </section>
  )
}

type MethodProps = { onReauthenticated: () => void }

/** Shows the usual one of the user's methods, buttons for the others that work here, and why a passkey does not. */
function ChosenMethod({ methods, onReauthenticated }: MethodProps & { methods: readonly StepUpMethod[] }) {
  const t = useTranslations('accounts/step-up')
  const [chosen, setChosen] = useState<StepUpMethod>()
  const obstacle = methods.includes('passkey') ? findPasskeyObstacle() : undefined
  const usable = methods.filter((method) => method !== 'passkey' || obstacle === undefined)
  const shown = usable.find((method) => method === chosen) ?? usable[0]
  if (shown === undefined) {
    return obstacle === undefined ? (
      <p>{t('none')}</p>
    ) : (
      <>
        <NoPasskeysHere obstacle={obstacle} />
        <p>{t('none.passkey')}</p>
      </>
    )
  }
  return (
    <Stack gap={3}>
      <Method key={shown} method={shown} onReauthenticated={onReauthenticated} />
      {usable.length > 1 && (
        <Inline wrap>
          {usable
            .filter((method) => method !== shown && method !== 'demo')
            .map((method) => (
              <Button key={method} kind="quiet" size="small" onClick={() => setChosen(method)}>
                {t(otherKeys[method])}
              </Button>
            ))}
        </Inline>
      )}
      {obstacle && <NoPasskeysHere obstacle={obstacle} />}
    </Stack>
  )
}

const otherKeys = {
  demo: 'demo.do',
  password: 'other.password',
  passkey: 'other.passkey',
  totp: 'other.totp',
  'recovery-code': 'other.recovery-code',
  'mail-code': 'other.mail-code',
  google: 'other.google',
} as const

function Method({ method, onReauthenticated }: MethodProps & { method: StepUpMethod }) {
  const t = useTranslations('accounts/step-up')
  switch (method) {
    case 'demo':
      return <DemoMethod onReauthenticated={onReauthenticated} />
    case 'password':
      return <PasswordMethod onReauthenticated={onReauthenticated} />
    case 'passkey':
      return <PasskeyMethod onReauthenticated={onReauthenticated} />
    case 'mail-code':
      return <MailCodeMethod onReauthenticated={onReauthenticated} />
    case 'google':
      return <GoogleMethod />
    case 'totp':
      return <CodeMethod method={method} onReauthenticated={onReauthenticated} />
    case 'recovery-code':
      return <CodeMethod method={method} hint={t('recovery-code.hint')} onReauthenticated={onReauthenticated} />
  }
}

function DemoMethod({ onReauthenticated }: MethodProps) {
  const t = useTranslations('accounts/step-up')
  const name = useSession().user?.firstName ?? ''
  const confirm = useCommand(reauthenticate, { invalidates: [readStepUp], onDone: onReauthenticated })
  return (
    <Stack gap={3}>
      <p className={styles.text}>{t('demo.text')}</p>
      <div>
        <Button busy={confirm.busy} onClick={() => void confirm.run({ body: { method: 'demo' } })}>
          {t('demo.do', { name })}
        </Button>
      </div>
      <ProblemBanner problem={confirm.problem} />
    </Stack>
  )
}

function PasswordMethod({ onReauthenticated }: MethodProps) {
  const t = useTranslations('accounts/step-up')
  const email = useSession().user?.email
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const confirm = useCommand(reauthenticate, { invalidates: [readStepUp], onDone: onReauthenticated })
  const wrong = confirm.problem?.messageFor('password')

  function send(event: FormEvent) {
    event.preventDefault()
    setMissing(password === '')
    if (password !== '') void confirm.run({ body: { method: 'password', password } })
  }

  return (
    <form onSubmit={send} noValidate>
      <Stack gap={3}>
        <input type="email" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
        <Field label={t('password')} error={(missing ? t('password.missing') : undefined) ?? wrong}>
          <PasswordInput
            size="medium"
            catalogue="accounts/step-up"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        </Field>
        <div>
          <Button type="submit" busy={confirm.busy}>
            {t('do')}
          </Button>
        </div>
        <ProblemBanner problem={wrong === undefined ? confirm.problem : undefined} />
      </Stack>
    </form>
  )
}
