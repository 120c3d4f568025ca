import { deleteMessage } from '@veranda/contract/conversations/routes.ts'
import { type LoggedMessage } from '@veranda/core/conversations/conversation-log.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { useRef } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useWords } from '../../lib/words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import styles from './thread-pane.module.css'

type Props = {
  message: LoggedMessage | undefined
  onClose: () => void
  onDone: (message: LoggedMessage) => void
}

/** Names what is lost before a message goes. */
export function DeleteDialog({ message, onClose, onDone }: Props) {
  const t = useWords('messages')
  const remove = useCommand(deleteMessage)
  const keep = useRef<HTMLButtonElement>(null)

  async function run() {
    if (!message) return
    const outcome = await remove.run({ params: { id: message.id } })
    if (outcome.ok) onDone(message)
  }

  return (
    <Dialog
      open={message !== undefined}
      onClose={() => {
        remove.reset()
        onClose()
      }}
      title={t('delete.title')}
      text={t('delete.text')}
      initialFocus={keep}
      actions={
        <>
          <Button ref={keep} onClick={onClose}>
            {t('delete.keep')}
          </Button>
          <Button kind="danger" busy={remove.busy} onClick={() => void run()}>
            {t('delete.do')}
          </Button>
        </>
      }
    >
      <ProblemBanner problem={remove.problem} />
      <blockquote className={styles.lost} dir="auto">
        {message?.text}
      </blockquote>
    </Dialog>
  )
}
