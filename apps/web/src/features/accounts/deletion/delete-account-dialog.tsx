import { readDeletion, scheduleDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { deletionDelayDays } from '@veranda/core/accounts/deletion/deletion.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useId, useState } from 'react'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

/** Schedules the deletion of the account, after the user confirmed who they are and typed a word. */
export function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('accounts/settings')
  const c = useTranslations('common')
  const form = useId()
  const [typed, setTyped] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const schedule = useCommand(scheduleDeletion, {
    invalidates: [readDeletion, readAccount, listDevices, listSecurityEvents],
  })
  const stepUp = useStepUp('always', open, schedule.problem)
  const word = t('deletion.word')
  const error = typed.trim().toLowerCase() === word.toLowerCase() ? undefined : t('deletion.word.wrong', { word })

  function close() {
    setTyped('')
    setSubmitted(false)
    onClose()
  }

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setSubmitted(true)
    if (error !== undefined) {
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    const outcome = await schedule.run()
    if (outcome.ok) close()
    else if (outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('deletion.title')}
      text={t('deletion.dialog.text', { count: deletionDelayDays })}
      actions={
        <>
          <Button onClick={close}>{c('cancel')}</Button>
          <Button kind="danger" type="submit" form={form} busy={schedule.busy} disabled={stepUp.state !== 'done'}>
            {t('deletion.do')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <form id={form} noValidate onSubmit={(event) => void send(event)}>
          <Field label={t('deletion.word.label', { word })} error={submitted ? error : undefined}>
            <TextInput
              autoComplete="off"
              spellCheck={false}
              required
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </form>
        {/* A form of its own, so it cannot be within the other one. */}
        <StepUpForm stepUp={stepUp} />
        <ProblemBanner problem={schedule.problem?.code === 'step-up.required' ? undefined : schedule.problem} />
      </Stack>
    </Dialog>
  )
}
