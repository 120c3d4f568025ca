import { reauthenticate, readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useCommand } from '../../lib/api/use-command.ts'
import { useFormat } from '../../lib/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTranslations } from '../../lib/i18n.ts'
import styles from './step-up-form.module.css'
import { ProblemBanner } from '../problem-banner.tsx'
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
          {stepUp.methods.includes('demo') && <DemoMethod onReauthenticated={handleReauthenticated} />}
          {stepUp.methods.includes('password') && <PasswordMethod onReauthenticated={handleReauthenticated} />}
          {stepUp.methods.length === 0 && <p>{t('none')}</p>}
        </Stack>
      )}
      <p ref={doneMessage} role="status" tabIndex={-1} className={styles.text}>
        {stepUp.state === 'done' && t('done', { time: format.time(stepUp.until) })}
      </p>
    </section>
  )
}

type MethodProps = { onReauthenticated: () => void }

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
          <TextInput
            type="password"
            autoComplete="current-password"
            dir="ltr"
            maxLength={200}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
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
