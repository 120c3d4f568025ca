import { requestEmailChange } from '@veranda/contract/accounts/email-change/routes.ts'
import { type Account } from '@veranda/contract/accounts/settings/schemas.ts'
import { oneTimeLinkLifetimeMs } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { hour } from '@veranda/core/time/instant.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { OpenMailbox } from '../one-time-links/open-mailbox.tsx'

type EmailDialogProps = { account: Account; open: boolean; onClose: () => void }

/** Asks for a link to an address. What it says afterwards is the same for every address. */
export function EmailDialog({ account, open, onClose }: EmailDialogProps) {
  const t = useTranslations('accounts/settings')
  const c = useTranslations('common')
  const form = useId()
  const message = useRef<HTMLParagraphElement>(null)
  const [email, setEmail] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const request = useCommand(requestEmailChange)
  const isFirst = account.email === null
  const stepUp = useStepUp('always', open, request.problem)
  // A user without any method adds the first address without one: there is none that could be taken away.
  const canSkip = isFirst && stepUp.state === 'required' && stepUp.methods.length === 0
  const error = /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : t('email.wrong')
  const refused = request.problem?.messageFor('email')
  const hours = oneTimeLinkLifetimeMs['email-change'] / hour
  useEffect(() => {
    // The form that had focus is gone, so focus moves to its result.
    if (sentTo !== undefined) message.current?.focus()
  }, [sentTo])

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setSubmitted(true)
    if (error !== undefined) {
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    const outcome = await request.run({ body: { email: email.trim() } })
    if (outcome.ok) setSentTo(email.trim())
    else if (outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }

  const title = isFirst ? t('email.add.title') : t('email.change.title')
  if (sentTo !== undefined) {
    return (
      <Dialog open={open} onClose={onClose} title={title} actions={<Button onClick={onClose}>{c('close')}</Button>}>
        <p ref={message} role="status" tabIndex={-1}>
          {t('email.sent', { email: sentTo, count: hours })}
        </p>
        <OpenMailbox email={sentTo} page="verify-email" />
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      text={isFirst ? t('email.add.text') : t('email.change.text')}
      actions={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button
            kind="filled"
            type="submit"
            form={form}
            busy={request.busy}
            disabled={!canSkip && stepUp.state !== 'done'}
          >
            {t('email.send')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <form id={form} noValidate onSubmit={(event) => void send(event)}>
          <Field label={isFirst ? t('email') : t('email.new')} error={submitted ? (error ?? refused) : undefined}>
            <TextInput
              type="email"
              autoComplete="email"
              dir="ltr"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
        </form>
        {/* A form of its own, so it cannot be within the other one. */}
        {!canSkip && <StepUpForm stepUp={stepUp} />}
        <ProblemBanner
          problem={refused !== undefined || request.problem?.code === 'step-up.required' ? undefined : request.problem}
        />
      </Stack>
    </Dialog>
  )
}
