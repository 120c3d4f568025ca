import { listCases, listQueues } from '@veranda/contract/admin/routes.ts'
import {
  addNote,
  answerTicket,
  readTicketAsAdmin,
  replyToTicketAsAdmin,
  solveTicket,
} from '@veranda/contract/support/routes.ts'
import { type AdminTicket, maxTicketTextLength } from '@veranda/contract/support/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Split, Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type ReactNode, useState } from 'react'
import { Page } from '../../../components/page/page.tsx'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { invalidateReads, useRead } from '../../../lib/api/query.ts'
import { type Problem } from '../../../lib/api/problem.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ActDialog } from '../act-dialog.tsx'
import styles from '../admin.module.css'
import { CaseOwnership } from '../case-ownership.tsx'
import { CaseMissing, CaseSkeleton } from '../case-states.tsx'
import { TicketFacts } from './ticket-facts.tsx'
import { TicketLinks } from './ticket-links.tsx'

const changedReads = [readTicketAsAdmin, listCases, listQueues]

/** Shows a support ticket with everything about it, and lets the admin answer and solve it. */
export function TicketCase({ id }: { id: string }) {
  const query = useRead(readTicketAsAdmin, { params: { id } }, { staleTimeMs: 0 })
  return (
    <QueryBoundary query={query} skeleton={<CaseSkeleton />} notFound={<CaseMissing />}>
      {(ticket) => <TicketView ticket={ticket} />}
    </QueryBoundary>
  )
}

function TicketView({ ticket }: { ticket: AdminTicket }) {
  const t = useTranslations('admin')
  return (
    <Page title={t('ticket.title', { number: ticket.number })} lead={t(`state.tickets.${ticket.state}`)}>
      <Stack gap={5}>
        <CaseOwnership queue="tickets" caseId={ticket.id} />
        <Split>
          <Stack gap={4}>
            <Thread ticket={ticket} />
            <TicketAnswerForm ticket={ticket} />
          </Stack>
          <Stack gap={4}>
            <TicketFacts ticket={ticket} />
            <TicketLinks ticket={ticket} />
            <Notes ticket={ticket} />
          </Stack>
        </Split>
      </Stack>
    </Page>
  )
}

function Thread({ ticket }: { ticket: AdminTicket }) {
  const t = useTranslations('admin')
  const senderName = ticket.sender?.name ?? ticket.email
  return (
    <Stack gap={3}>
      <Message who={senderName} at={ticket.createdAt} text={ticket.message} />
      {ticket.messages.map(({ id, kind, text, at, author }) => {
        const name = author?.name ?? ''
        const isBySender = kind === 'reply' && author?.id === ticket.sender?.id
        const who = isBySender
          ? senderName
          : kind === 'reply'
            ? t('ticket.added-reply', { name })
            : t(kind === 'answer' ? 'ticket.answer-by' : 'ticket.solved-by', { name })
        return <Message key={id} who={who} at={at} text={text} ours={kind !== 'reply'} />
      })}
    </Stack>
  )
}

type MessageProps = { who: string; at: string; text: string; ours?: boolean; note?: boolean }

function Message({ who, at, text, ours = false, note = false }: MessageProps) {
  return (
    <article className={cx(styles.message, ours && styles.ours, note && styles.note)}>
      <div className={styles.messageHead}>
        <strong>
          <bdi>{who}</bdi>
        </strong>
        <Timestamp at={at} show="moment" />
      </div>
      <p className={styles.text} dir="auto">
        {text}
      </p>
    </article>
  )
}

/** Writes an answer, or adds what the sender wrote by mail. */
function TicketAnswerForm({ ticket }: { ticket: AdminTicket }) {
  const t = useTranslations('admin')
  const [text, setText] = useState('')
  const [solving, setSolving] = useState(false)
  const options = { idempotent: true, invalidates: changedReads }
  const clear = () => setText('')
  const answer = useCommand(answerTicket, { ...options, onDone: clear })
  const reply = useCommand(replyToTicketAsAdmin, { ...options, onDone: clear })
  const solve = useCommand(solveTicket, { ...options, onDone: () => setSolving(false) })
  const params = { id: ticket.id }
  const isEmpty = text.trim() === ''

  async function sendAnswer() {
    const outcome = await answer.run({ params, body: { expected: ticket.version, text } })
    if (!outcome.ok && outcome.problem.status === 409) await invalidateReads(readTicketAsAdmin)
  }

  return (
    <Card padded title={t('ticket.answer')}>
      <Stack gap={4}>
        <TextField
          label={t('ticket.text')}
          hint={t(ticket.sender ? 'ticket.answer.hint' : 'ticket.answer.hint.by-mail', { email: ticket.email })}
          value={text}
          onChange={setText}
          problem={answer.problem ?? reply.problem}
        />
        <Inline wrap>
          <Button kind="filled" icon="send" busy={answer.busy} disabled={isEmpty} onClick={() => void sendAnswer()}>
            {t('ticket.answer.send')}
          </Button>
          <Button busy={reply.busy} disabled={isEmpty} onClick={() => void reply.run({ params, body: { text } })}>
            {t('ticket.add-reply')}
          </Button>
          {ticket.actions.includes('solve') && <Button onClick={() => setSolving(true)}>{t('ticket.solve')}</Button>}
        </Inline>
      </Stack>
      <ActDialog
        open={solving}
        onClose={() => setSolving(false)}
        title={t('ticket.solve.title', { number: ticket.number })}
        text={t('ticket.solve.text')}
        action={t('ticket.solve')}
        hint={t('act.reason.sender')}
        busy={solve.busy}
        problem={solve.problem}
        onSend={(reason) => void solve.run({ params, body: { expected: ticket.version, reason } })}
      />
    </Card>
  )
}

function Notes({ ticket }: { ticket: AdminTicket }) {
  const t = useTranslations('admin')
  const [text, setText] = useState('')
  const add = useCommand(addNote, { idempotent: true, invalidates: [readTicketAsAdmin], onDone: () => setText('') })
  return (
    <Card padded title={t('note.title')}>
      <Stack gap={4}>
        {ticket.notes.map(({ id, author, text: noted, at }) => (
          <Message key={id} note who={author.name} at={at} text={noted} />
        ))}
        <TextField label={t('note.text')} hint={t('note.hint')} value={text} onChange={setText} problem={add.problem} />
        <div>
          <Button
            busy={add.busy}
            disabled={text.trim() === ''}
            onClick={() => void add.run({ params: { id: ticket.id }, body: { text } })}
          >
            {t('note.add')}
          </Button>
        </div>
      </Stack>
    </Card>
  )
}

type TextFieldProps = {
  label: ReactNode
  hint: ReactNode
  value: string
  onChange: (text: string) => void
  problem: Problem | undefined
}

function TextField({ label, hint, value, onChange, problem }: TextFieldProps) {
  return (
    <>
      <Field label={label} hint={hint} error={problem?.messageFor('text')}>
        <TextArea
          rows={4}
          maxLength={maxTicketTextLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <ProblemBanner problem={problem?.messageFor('text') === undefined ? problem : undefined} />
    </>
  )
}
