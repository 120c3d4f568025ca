import { moveDueDate, requestExtension } from '@veranda/contract/commissions/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { maxExtensionReason } from '@veranda/core/commissions/milestones/due-date.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { day, instant, toIso } from '@veranda/core/time/instant.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type FormEvent, useId, useState } from 'react'
import { DateField } from '../../../../components/time/date-field.tsx'
import { snackbars } from '../../../../components/toasts.ts'
import { useFormat } from '../../../../lib/i18n/format.ts'
import { useTranslations } from '../../../../lib/i18n/i18n.ts'
import { serverNow } from '../../../../lib/realtime/server-clock.ts'
import { CommandProblem } from '../../command-problem.tsx'
import { endOfDay, toDateInputValue } from '../../offers/due-date.ts'
import { useProjectCommand } from '../../use-project-command.ts'

type DueDateDialogProps = {
  milestone: Milestone
  /** The creator asks for the date, the client sets it. */
  as: 'creator' | 'client'
  /** The name of the other side. */
  name: string
  onClose: () => void
}

const suggestedExtensionMs = 7 * day

/** Asks the client for a later due date, with a reason, or moves it for the client. */
export function DueDateDialog({ milestone, as, name, onClose }: DueDateDialogProps) {
  const t = useTranslations('commissions/due-dates')
  const c = useTranslations('common')
  const format = useFormat()
  const form = useId()
  const latest = Date.parse(milestone.due.latestAt ?? milestone.dueAt)
  const [openedAt] = useState(serverNow)
  const current = Math.max(Date.parse(milestone.dueAt), openedAt)
  const [date, setDate] = useState(() =>
    toDateInputValue(toIso(instant(Math.min(current + suggestedExtensionMs, latest)))),
  )
  const [reason, setReason] = useState('')
  const done = () => {
    snackbars.add({ title: t(`${as}.done`, { name }), tone: 'success' })
    onClose()
  }
  const ask = useProjectCommand(requestExtension, done)
  const move = useProjectCommand(moveDueDate, done)
  const { busy, problem } = as === 'creator' ? ask : move
  const end = endOfDay(date)

  function send(event: FormEvent) {
    event.preventDefault()
    if (end === undefined) return
    // On the last possible day the date is the last possible minute, not the end of the day.
    const dueAt = toIso(instant(Math.min(end, Math.max(latest, current))))
    const params = { id: milestone.id }
    const { version: expected } = milestone
    if (as === 'client') void move.run({ params, body: { dueAt, expected } })
    else void ask.run({ params, body: { dueAt, reason: reason.trim(), expected } })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`${as}.dialog`)}
      text={t(`${as}.dialog.text`, { name })}
      actions={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="filled" type="submit" form={form} busy={busy}>
            {t(`${as}.send`, { name })}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={send}>
        <Stack gap={4}>
          <Field
            label={t('date')}
            hint={t('date.hint', {
              date: format.day(toIso(instant(latest))),
              days: currentRates.maxEscrowMs / day,
            })}
            error={problem?.messageFor('dueAt')}
          >
            <DateField value={date} onChange={(event) => setDate(event.target.value)} />
          </Field>
          {as === 'creator' && (
            <Field label={t('reason')} hint={t('reason.hint', { name })} error={problem?.messageFor('reason')}>
              <TextArea
                rows={3}
                maxLength={maxExtensionReason}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
          )}
          <CommandProblem
            problem={problem?.messageFor('dueAt') || problem?.messageFor('reason') ? undefined : problem}
            staleText={t('stale')}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
