import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type ReactNode, useState } from 'react'
import { type Problem } from '../../lib/problem.ts'
import { useWords } from '../../lib/words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'

export type ReasonDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  text: string
  /** What the button does, in words. */
  action: string
  hint: string
  /** Nothing is sent without a word. */
  required?: boolean
  ready?: boolean
  busy: boolean
  problem: Problem | undefined
  onSend: (reason: string) => void
  children?: ReactNode
}

/** Before something that others are told of: what it does, and why, in one's own words. */
export function ReasonDialog(props: ReasonDialogProps) {
  const t = useWords('bookings')
  const c = useWords('common')
  const [reason, setReason] = useState('')
  const said = reason.trim()
  const ready = (props.ready ?? true) && (!props.required || said !== '')
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      text={props.text}
      actions={
        <>
          <Button onClick={props.onClose}>{c('back')}</Button>
          <Button kind="danger" busy={props.busy} disabled={!ready} onClick={() => props.onSend(said)}>
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
