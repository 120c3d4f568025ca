import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type ReactNode, useState } from 'react'
import { type Problem } from '../../lib/api/problem.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../components/page/problem-banner.tsx'

export type ReasonDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  text: string
  /** Label of the confirm button. */
  action: string
  hint: string
  /** Requires a reason before sending. */
  required?: boolean
  ready?: boolean
  busy: boolean
  problem: Problem | undefined
  onSend: (reason: string) => void
  children?: ReactNode
}

/** Asks for a reason before an action that other users are notified of. */
export function ReasonDialog(props: ReasonDialogProps) {
  const t = useTranslations('bookings')
  const c = useTranslations('common')
  const [reason, setReason] = useState('')
  const trimmedReason = reason.trim()
  const ready = (props.ready ?? true) && (!props.required || trimmedReason !== '')
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      text={props.text}
      actions={
        <>
          <Button onClick={props.onClose}>{c('back')}</Button>
          <Button kind="danger" busy={props.busy} disabled={!ready} onClick={() => props.onSend(trimmedReason)}>
            {props.action}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {props.children}
        <Field label={t('reason.label')} hint={props.hint} optional={!props.required}>
          <TextArea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <ProblemBanner problem={props.problem} />
      </Stack>
    </Dialog>
  )
}
