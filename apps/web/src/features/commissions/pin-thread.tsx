import { askPin, listPins, movePin, removePin, restorePin } from '@veranda/contract/pins/routes.ts'
import { type Pin, type PinMessage, type PinPlace } from '@veranda/contract/pins/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Line } from '@veranda/ui/layout.tsx'
import { Suspense } from 'react'
import { outcomeOf, useCommand } from '../../lib/command.ts'
import { refresh } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { When } from '../../parts/when.tsx'
import { type PinReview } from './pin-review.ts'
import styles from './pins.module.css'
import { ReplyForm } from './reply-form.tsx'
import { LazyVoiceNote } from './voice.ts'

const touches = [listPins]

/** What was said at a pin, and what can be done with it now. */
export function PinThread({ pin, place, review }: { pin: Pin; place: PinPlace | undefined; review: PinReview }) {
  const t = useWords('pins')
  const c = useWords('common')
  const move = useCommand(movePin, { touches })
  const remove = useCommand(removePin, {
    touches,
    onDone: () => {
      const undo = async () => {
        await outcomeOf(restorePin, { params: { id: pin.id } })
        await refresh(listPins)
      }
      const action = { label: c('undo'), onPress: () => void undo() }
      snackbars.add({ title: t('remove.done', { number: pin.number }), action })
    },
  })
  const ask = useCommand(askPin, { touches })
  const params = { id: pin.id }
  // The head of the row says the first message, unless a later one is what is asked for.
  const [first] = pin.messages
  const leads = first !== undefined && (pin.askedMessageId ?? first.id) === first.id
  const thread = leads ? pin.messages.slice(1) : pin.messages
  return (
    <div className={styles.thread} role="group" aria-label={t('thread', { number: pin.number })}>
      {place?.standing === 'unsure' && place.reason !== null && (
        <p className={styles.unsure}>{t(`unsure.${place.reason}`, { part: place.part })}</p>
      )}
      {!place && <p className={styles.quiet}>{t('elsewhere.text')}</p>}
      {leads && <Voice message={first} />}
      {thread.length > 0 && (
        <ol className={styles.messages}>
          {thread.map((message) => (
            <Message key={message.id} pin={pin} message={message} />
          ))}
        </ol>
      )}
      <ReplyForm key={pin.id} pin={pin} />
      <ProblemBanner problem={move.problem ?? ask.problem ?? remove.problem} />
      <Line wrap gap={1}>
        {pin.may.actions.map((action) => (
          <Button
            key={action}
            size="small"
            kind={action === 'fix' || action === 'reopen' ? 'plain' : 'quiet'}
            icon={action === 'fix' ? 'check' : undefined}
            busy={move.busy}
            onClick={() => void move.run({ params, body: { action, text: '', expected: pin.version } })}
          >
            {t(`act.${action}`)}
          </Button>
        ))}
        {pin.may.ask && leads && (
          <Button
            size="small"
            kind="quiet"
            busy={ask.busy}
            onClick={() => {
              const messageId = pin.kind === 'change' ? null : first.id
              void ask.run({ params, body: { messageId, expected: pin.version } })
            }}
          >
            {t(pin.kind === 'change' ? 'ask.undo' : 'ask')}
          </Button>
        )}
        {pin.may.place && place?.standing !== 'placed' && (
          <Button size="small" kind="quiet" icon="pin" onClick={() => review.replace(pin)}>
            {t('place.start')}
          </Button>
        )}
        {pin.may.remove && (
          <Button
            size="small"
            kind="quiet"
            icon="trash"
            busy={remove.busy}
            onClick={() => void remove.run({ params, body: { expected: pin.version } })}
          >
            {t('remove')}
          </Button>
        )}
      </Line>
    </div>
  )
}

function Message({ pin, message }: { pin: Pin; message: PinMessage }) {
  const t = useWords('pins')
  const ask = useCommand(askPin, { touches })
  const asked = pin.kind === 'change' && pin.askedMessageId === message.id
  const run = (messageId: string | null) =>
    void ask.run({ params: { id: pin.id }, body: { messageId, expected: pin.version } })
  return (
    <li className={styles.message}>
      <Avatar name={message.author.name} src={message.author.avatar} size="tiny" />
      <div className={styles.messageBody}>
        <p className={styles.quiet}>
          <bdi className={styles.author}>{message.author.name}</bdi> <When at={message.createdAt} />
        </p>
        {message.text !== '' && (
          <p className={styles.words} dir="auto">
            {message.text}
          </p>
        )}
        <Voice message={message} />
        {asked && <p className={styles.asked}>{t('ask.asked')}</p>}
        {pin.may.ask && (
          <button type="button" className={styles.askThis} onClick={() => run(asked ? null : message.id)}>
            {t(asked ? 'ask.undo' : 'ask.this')}
          </button>
        )}
        <ProblemBanner problem={ask.problem} />
      </div>
    </li>
  )
}

/** What was said aloud in a message. */
function Voice({ message: { voice } }: { message: PinMessage }) {
  if (!voice) return null
  return (
    <Suspense>
      <LazyVoiceNote url={voice.url} milliseconds={voice.milliseconds} />
    </Suspense>
  )
}
