import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { useState } from 'react'
import { type Problem } from '../../lib/api/problem.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { CommandProblem } from './command-problem.tsx'

export type ReasonDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Describes what is lost. */
  text: string
  submitLabel: string
  busy: boolean
  problem: Problem | undefined
  onSubmit: (reason: string) => void
}

/** Renders a confirmation dialog that says what is lost and asks for an optional reason. */
export function ReasonDialog({ open, onClose, title, text, submitLabel, busy, problem, onSubmit }: ReasonDialogProps) {
  const t = useTranslations('commissions')
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
          <Button kind="danger" busy={busy} onClick={() => onSubmit(reason.trim())}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Field label={t('reason.label')} hint={t('reason.hint')} optional>
          <TextArea rows={3} maxLength={2000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <CommandProblem problem={problem} staleText={t('stale.now')} />
      </Stack>
    </Dialog>
  )
}
