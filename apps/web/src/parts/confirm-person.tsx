import { confirmPerson, readConfirmation } from '@veranda/contract/accounts/confirmation-routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useCommand } from '../lib/command.ts'
import { useFormat } from '../lib/format.ts'
import { useSession } from '../lib/session.ts'
import { useWords } from '../lib/words.ts'
import styles from './confirm-person.module.css'
import { ProblemBanner } from './problem-banner.tsx'
import { type ConfirmationStanding } from './use-confirmation.ts'

type ConfirmPersonProps = {
  standing: ConfirmationStanding
  onConfirmed?: () => void
  /** Without its own heading, where one is above it. */
  bare?: boolean
}

/** The step in which somebody shows anew who they are, within whatever needs it; nothing where nothing does. */
export function ConfirmPerson({ standing, onConfirmed, bare = false }: ConfirmPersonProps) {
  const t = useWords('confirm')
  const format = useFormat()
  const title = useId()
  const done = useRef<HTMLParagraphElement>(null)
  const [here, setHere] = useState(false)
  const { state, until, ways, problem } = standing
  useEffect(() => {
    // The form one was in is gone: one stands at what became of it.
    if (here && state === 'done') done.current?.focus()
  }, [here, state])

  function confirmed() {
    setHere(true)
    onConfirmed?.()
  }

  if (state === 'none') return null
  return (
    <section className={cx(styles.confirm, bare && styles.bare)} aria-labelledby={bare ? undefined : title}>
      {!bare && (
        <h3 id={title} className={styles.title}>
          {t('title')}
        </h3>
      )}
      {state === 'checking' && <Spinner label={t('checking')} />}
      {state === 'asked' && (
        <Stack gap={3}>
          <p className={styles.text}>{t('text')}</p>
          {ways.includes('demo') && <ByPress onConfirmed={confirmed} />}
          {ways.includes('password') && <ByPassword onConfirmed={confirmed} />}
          {ways.length === 0 && (problem ? <ProblemBanner problem={problem} /> : <p>{t('none')}</p>)}
        </Stack>
      )}
      <p ref={done} role="status" tabIndex={-1} className={styles.text}>
        {state === 'done' && until !== undefined && t('done', { time: format.time(until) })}
      </p>
    </section>
  )
}

type WayProps = { onConfirmed: () => void }

function ByPress({ onConfirmed }: WayProps) {
  const t = useWords('confirm')
  const name = useSession().user?.firstName ?? ''
  const confirm = useCommand(confirmPerson, { touches: [readConfirmation], onDone: onConfirmed })
  return (
    <Stack gap={3}>
      <p className={styles.text}>{t('demo.text')}</p>
      <div>
        <Button busy={confirm.busy} onClick={() => void confirm.run({ body: { way: 'demo' } })}>
          {t('demo.do', { name })}
        </Button>
      </div>
      <ProblemBanner problem={confirm.problem} />
    </Stack>
  )
}

function ByPassword({ onConfirmed }: WayProps) {
  const t = useWords('confirm')
  const email = useSession().user?.email
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const confirm = useCommand(confirmPerson, { touches: [readConfirmation], onDone: onConfirmed })
  const wrong = confirm.problem?.of('password')

  function send(event: FormEvent) {
    event.preventDefault()
    setMissing(password === '')
    if (password !== '') void confirm.run({ body: { way: 'password', password } })
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
