import { changePassword } from '@veranda/contract/accounts/passwords/routes.ts'
import { listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { listIdentities } from '@veranda/contract/accounts/social/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { type SubmitEvent, useState } from 'react'
import { useRead } from '../../../lib/api/query.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { useNewPasswordRule } from './new-password.ts'
import { PasswordStrength } from './password-strength.tsx'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import styles from '../settings/settings.module.css'

type PasswordErrors = { current?: string; next?: string }

/** Changes the password, or gives one to a user who signs in without. */
export function PasswordForm() {
  const t = useTranslations('accounts/settings')
  const { user } = useSession()
  const signInMethods = useRead(listIdentities, {}, { staleTimeMs: 0 })
  return (
    <QueryBoundary
      query={signInMethods}
      skeleton={<SkeletonRows count={3} label={t('password')} />}
      errorTitle={t('password.failed')}
    >
      {({ hasPassword }) =>
        hasPassword ? <ChangePasswordForm /> : user?.email ? <AddPasswordForm /> : <PasswordNeedsEmail />
      }
    </QueryBoundary>
  )
}

/** Leads a user without an address to where they add one: a password is entered with it. */
function PasswordNeedsEmail() {
  const t = useTranslations('accounts/settings')
  return (
    <Stack>
      <p className={styles.note}>{t('password.needs-email')}</p>
      <div>
        <Button href="/settings">{t('password.add-email')}</Button>
      </div>
    </Stack>
  )
}

/** Gives a password to a user who has none, after a step-up. Every other device is signed out. */
function AddPasswordForm() {
  const t = useTranslations('accounts/settings')
  const { user } = useSession()
  const rule = useNewPasswordRule()
  const owner = { email: user?.email ?? '', name: user?.name ?? '' }
  const [next, setNext] = useState('')
  const [shown, setShown] = useState(false)
  const [submitted, setSubmitted] = useState(false)
  const add = useCommand(changePassword, { invalidates: [listIdentities, listDevices] })
  const stepUp = useStepUp('always', true, add.problem)
  const fault = rule.findFault(next, owner)
  const refused = add.problem?.messageFor('next') ?? add.problem?.messageFor('password')

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (fault !== undefined) return
    const outcome = await add.run({ body: { next } })
    if (outcome.ok) snackbars.add({ title: t('password.added'), tone: 'success' })
    else if (outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }

  return (
    <Stack>
      <p className={styles.note}>{t('password.add.text')}</p>
      <StepUpForm stepUp={stepUp} />
      <ProblemBanner problem={refused || add.problem?.code === 'step-up.required' ? undefined : add.problem} />
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <input type="email" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          <Field label={t('password.next')} hint={rule.hint} error={submitted ? (fault ?? refused) : undefined}>
            <TextInput
              type={shown ? 'text' : 'password'}
              name="new-password"
              autoComplete="new-password"
              dir="ltr"
              value={next}
              onChange={(event) => setNext(event.target.value)}
            />
          </Field>
          <PasswordStrength password={next} user={owner} />
          <Checkbox label={t('password.show')} checked={shown} onChange={(event) => setShown(event.target.checked)} />
          <div>
            <Button type="submit" busy={add.busy} disabled={stepUp.state !== 'done'}>
              {t('password.add.do')}
            </Button>
          </div>
        </Stack>
      </form>
    </Stack>
  )
}

/** Changes the password, which signs out every other device. */
function ChangePasswordForm() {
  const t = useTranslations('accounts/settings')
  const { user } = useSession()
  const rule = useNewPasswordRule()
  const owner = { email: user?.email ?? '', name: user?.name ?? '' }
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [shown, setShown] = useState(false)
  const [errors, setErrors] = useState<PasswordErrors>({})
  const change = useCommand(changePassword, { invalidates: [listDevices] })

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const found: PasswordErrors = {}
    if (current === '') found.current = t('password.missing')
    const fault = rule.findFault(next, owner)
    if (fault !== undefined) found.next = fault
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const outcome = await change.run({ body: { current, next } })
    if (!outcome.ok) return
    setCurrent('')
    setNext('')
    snackbars.add({ title: t('password.done'), tone: 'success' })
  }

  const { problem } = change
  const fieldError =
    problem && (problem.messageFor('current') ?? problem.messageFor('next') ?? problem.messageFor('password'))
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <p className={styles.note}>{t('password.text')}</p>
        <ProblemBanner problem={fieldError ? undefined : problem} />
        <input type="email" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <Field label={t('password.current')} error={errors.current ?? problem?.messageFor('current')}>
          <TextInput
            type={shown ? 'text' : 'password'}
            name="current-password"
            autoComplete="current-password"
            dir="ltr"
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Field>
        <Field
          label={t('password.next')}
          hint={rule.hint}
          error={errors.next ?? problem?.messageFor('next') ?? problem?.messageFor('password')}
        >
          <TextInput
            type={shown ? 'text' : 'password'}
            name="new-password"
            autoComplete="new-password"
            dir="ltr"
            value={next}
            onChange={(event) => setNext(event.target.value)}
          />
        </Field>
        <PasswordStrength password={next} user={owner} />
        <Checkbox label={t('password.show')} checked={shown} onChange={(event) => setShown(event.target.checked)} />
        <div>
          <Button type="submit" busy={change.busy}>
            {t('password.do')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
