import { deleteMessage } from '@veranda/contract/conversations/routes.ts'
import { type TimelineMessage } from '@veranda/core/conversations/messages/message-timeline.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { useRef } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import styles from '../conversation-pane.module.css'

type DeleteMessageDialogProps = {
  message: TimelineMessage | undefined
  onClose: () => void
  onDone: (message: TimelineMessage) => void
}

/** Shows the message that will be lost and asks for confirmation. */
export function DeleteMessageDialog({ message, onClose, onDone }: DeleteMessageDialogProps) {
  const t = useTranslations('conversations')
  const remove = useCommand(deleteMessage)
  const cancelButton = useRef<HTMLButtonElement>(null)

  async function confirm() {
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
      initialFocus={cancelButton}
      actions={
        <>
          <Button ref={cancelButton} onClick={onClose}>
            {t('delete.keep')}
          </Button>
          <Button kind="danger" busy={remove.busy} onClick={() => void confirm()}>
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
