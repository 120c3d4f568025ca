import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type ReactNode, useState } from 'react'
import { ProblemBanner } from '../../components/page/problem-banner.tsx'
import { StepUpForm } from '../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../components/step-up/use-step-up.ts'
import { type Problem } from '../../lib/api/problem.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'

const maxReasonLength = 1000

export type ActDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Says what follows, and for whom. */
  text: string
  /** Label of the confirm button. */
  action: string
  /** Who reads the reason. */
  hint: string
  danger?: boolean
  /** The act moves money, so the admin has to reauthenticate first. */
  movesMoney?: boolean
  /** Fields besides the reason. */
  children?: ReactNode
  busy: boolean
  problem: Problem | undefined
  onSend: (reason: string) => void
}

/** Asks an admin for the reason of an act, and for a step-up where money moves. */
export function ActDialog(props: ActDialogProps) {
  const t = useTranslations('admin')
  const c = useTranslations('common')
  const [reason, setReason] = useState('')
  const stepUp = useStepUp('always', props.open && props.movesMoney === true, props.problem)
  const isConfirmed = stepUp.state === 'not-needed' || stepUp.state === 'done'
  const trimmed = reason.trim()
  const refused = props.problem?.code === 'step-up.required' ? undefined : props.problem
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      text={props.text}
      actions={
        <>
          <Button onClick={props.onClose}>{c('back')}</Button>
          <Button
            kind={props.danger === true ? 'danger' : 'filled'}
            busy={props.busy}
            disabled={trimmed === '' || !isConfirmed}
            onClick={() => props.onSend(trimmed)}
          >
            {props.action}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Field label={t('act.reason')} hint={props.hint} error={refused?.messageFor('reason')}>
          <TextArea
            rows={3}
            maxLength={maxReasonLength}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {props.children}
        <StepUpForm stepUp={stepUp} onReauthenticated={() => void stepUp.recheck()} />
        <ProblemBanner problem={refused} />
      </Stack>
    </Dialog>
  )
}
