import { type Pin, type PinMessage } from '@veranda/contract/commissions/pins/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { Suspense } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { pinThreadView } from './pin-view-model.ts'
import { type PinReview } from './use-pin-review.ts'
import styles from './pins.module.css'
import { PinReplyForm } from './pin-reply-form.tsx'
import { LazyVoiceNotePlayer } from './lazy-voice.ts'
import { WaitingPinWrites } from './waiting-pin-writes.tsx'

/** Renders the thread of a pin, as seen from a version, with the actions that are available. */
export function PinThread({ pin, versionId, review }: { pin: Pin; versionId: string | undefined; review: PinReview }) {
  const t = useTranslations('commissions/pins')
  const { thread } = review
  const view = pinThreadView(pin, versionId)
  const { place, changeRequest } = view
  // The row header shows the first message unless a later one is the change request.
  const [first] = pin.messages
  const requestId = pin.kind === 'change' ? pin.requestMessageId : null
  const firstMessageIsRequest = first !== undefined && (requestId ?? first.id) === first.id
  const messages = firstMessageIsRequest ? pin.messages.slice(1) : pin.messages
  return (
    <div className={styles.thread} role="group" aria-label={t('thread', { number: pin.number })}>
      {place?.status === 'unsure' && (
        <p className={styles.unsure}>{t(`unsure.${place.reason}`, { part: place.part })}</p>
      )}
      {!place && <p className={styles.quiet}>{t('elsewhere.text')}</p>}
      {firstMessageIsRequest && <Voice message={first} />}
      {messages.length > 0 && (
        <ol className={styles.messages}>
          {messages.map((message) => (
            <Message key={message.id} pin={pin} message={message} thread={thread} />
          ))}
        </ol>
      )}
      <WaitingPinWrites of={pin.id} />
      {view.canReply && <PinReplyForm key={pin.id} pin={pin} thread={thread} />}
      <ProblemBanner problem={thread.problem} />
      <Inline wrap gap={1}>
        {view.steps.map((action) => (
          <Button
            key={action}
            size="small"
            kind={action === 'fix' || action === 'reopen' ? 'plain' : 'quiet'}
            icon={action === 'fix' ? 'check' : undefined}
            busy={thread.busy}
            onClick={() => thread.changeState(pin, action)}
          >
            {t(`act.${action}`)}
          </Button>
        ))}
        {changeRequest && firstMessageIsRequest && (
          <Button
            size="small"
            kind="quiet"
            busy={thread.busy}
            onClick={() => thread.setChangeRequest(pin, changeRequest.messageId)}
          >
            {t(pin.kind === 'change' ? 'request-change.undo' : 'request-change')}
          </Button>
        )}
        {view.canPlace && (
          <Button size="small" kind="quiet" icon="pin" onClick={() => review.startReplacing(pin)}>
            {t('place.start')}
          </Button>
        )}
        {view.canRemove && (
          <Button size="small" kind="quiet" icon="trash" busy={thread.busy} onClick={() => void thread.remove(pin)}>
            {t('remove')}
          </Button>
        )}
      </Inline>
    </div>
  )
}

function Message({ pin, message, thread }: { pin: Pin; message: PinMessage; thread: PinReview['thread'] }) {
  const t = useTranslations('commissions/pins')
  const isRequest = pin.kind === 'change' && pin.requestMessageId === message.id
  return (
    <li className={styles.message}>
      <Avatar name={message.author.name} src={message.author.avatar} size="tiny" />
      <div className={styles.messageBody}>
        <p className={styles.quiet}>
          <bdi className={styles.author}>{message.author.name}</bdi> <Timestamp at={message.createdAt} />
        </p>
        {message.text !== '' && (
          <p className={styles.words} dir="auto">
            {message.text}
          </p>
        )}
        <Voice message={message} />
        {isRequest && (
          <p className={styles.asked}>{t(`request-change.${pin.round === null ? 'draft' : 'requested'}`)}</p>
        )}
        {pinThreadView(pin, undefined).changeRequest && (
          <button
            type="button"
            className={styles.askThis}
            onClick={() => thread.setChangeRequest(pin, isRequest ? null : message.id)}
          >
            {t(isRequest ? 'request-change.undo' : 'request-change.this')}
          </button>
        )}
      </div>
    </li>
  )
}

/** Renders the voice note of a message. */
function Voice({ message: { voice } }: { message: PinMessage }) {
  if (!voice) return null
  return (
    <Suspense>
      <LazyVoiceNotePlayer url={voice.url} milliseconds={voice.milliseconds} />
    </Suspense>
  )
}
