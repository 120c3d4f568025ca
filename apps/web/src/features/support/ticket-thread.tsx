import { listTickets, readTicket, replyToTicket } from '@veranda/contract/support/routes.ts'
import { maxTicketTextLength, type Ticket } from '@veranda/contract/support/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type SubmitEvent, useState } from 'react'
import { ProblemBanner } from '../../components/page/problem-banner.tsx'
import { Timestamp } from '../../components/time/timestamp.tsx'
import { useCommand } from '../../lib/api/use-command.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './support.module.css'

/** Shows a request with its answers, and lets its sender write again. */
export function TicketThread({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('support')
  return (
    <Stack gap={4}>
      <Message who={t('you')} at={ticket.createdAt} text={ticket.message} />
      {ticket.messages.map(({ id, kind, text, at }) => (
        <Message key={id} who={t(`kind.${kind}`)} at={at} text={text} ours={kind !== 'reply'} />
      ))}
      {ticket.actions.includes('reply') && <ReplyForm ticket={ticket} />}
    </Stack>
  )
}

type MessageProps = { who: string; at: string; text: string; ours?: boolean }

function Message({ who, at, text, ours = false }: MessageProps) {
  return (
    <article className={cx(styles.message, ours && styles.ours)}>
      <div className={styles.messageHead}>
        <strong>{who}</strong>
        <Timestamp at={at} show="moment" />
      </div>
      <p className={styles.text} dir="auto">
        {text}
      </p>
    </article>
  )
}

function ReplyForm({ ticket: { id, state } }: { ticket: Ticket }) {
  const t = useTranslations('support')
  const [text, setText] = useState('')
  const reply = useCommand(replyToTicket, {
    idempotent: true,
    invalidates: [readTicket, listTickets],
    onDone: () => setText(''),
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void reply.run({ params: { id }, body: { text } })
  }

  const fieldError = reply.problem?.messageFor('text')
  return (
    <form onSubmit={submit}>
      <Stack gap={4}>
        <Field label={t('reply')} hint={state === 'solved' ? t('reply.hint.solved') : undefined} error={fieldError}>
          <TextArea
            required
            rows={4}
            maxLength={maxTicketTextLength}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <ProblemBanner problem={fieldError === undefined ? reply.problem : undefined} />
        <div>
          <Button kind="filled" type="submit" icon="send" busy={reply.busy}>
            {t('submit')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
