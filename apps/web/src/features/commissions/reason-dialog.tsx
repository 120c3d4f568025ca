import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { useState } from 'react'
import { type Problem } from '../../lib/problem.ts'
import { useWords } from '../../lib/words.ts'
import { CommandProblem } from './command-problem.tsx'

export type ReasonDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What is lost by it. */
  text: string
  act: string
  busy: boolean
  problem: Problem | undefined
  onSend: (reason: string) => void
}

/** Before something ends: what is lost, and a reason if one wants to give it. */
export function ReasonDialog({ open, onClose, title, text, act, busy, problem, onSend }: ReasonDialogProps) {
  const t = useWords('projects')
  const [reason, setReason] = useState('')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      text={text}
      actions={
        <>
          <Button onClick={onClose}>{t('reason.keep')}</Button>
          <Button kind="danger" busy={busy} onClick={() => onSend(reason.trim())}>
            {act}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Field label={t('reason.label')} hint={t('reason.hint')} optional>
          <TextArea rows={3} maxLength={2000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <CommandProblem problem={problem} now={t('stale.now')} />
      </Stack>
    </Dialog>
  )
}
