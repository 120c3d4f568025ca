import { graphemeCount } from '@veranda/core/text.ts'
import { messageLimit } from '@veranda/core/conversations/message-rules.ts'
import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type KeyboardEvent, type RefObject, useEffect, useId } from 'react'
import { useWords } from '../../lib/words.ts'
import { type WorkUploads } from '../../parts/use-work-uploads.ts'
import { WorkAttach, WorkRows } from '../../parts/work-field.tsx'
import styles from './composer.module.css'

export type ComposerProps = {
  title: string
  draft: string
  onDraft: (draft: string) => void
  onSend: () => void
  onCancel: () => void
  onEditLast: () => void
  /** What the line above says: a message being answered or edited. */
  about: { kind: 'reply' | 'edit'; text: string } | undefined
  busy?: boolean
  field: RefObject<HTMLTextAreaElement | null>
  uploads: WorkUploads
}

/** Where a message is written. Enter sends, Shift and Enter breaks the line, up edits the last one, Escape lets go. */
export function Composer(props: ComposerProps) {
  const { title, draft, onDraft, onSend, onCancel, onEditLast, about, busy = false, field, uploads } = props
  const t = useWords('messages')
  const hint = useId()
  const left = messageLimit - graphemeCount(draft.trim())
  const editing = about?.kind === 'edit'
  const attached = !editing && uploads.ready.length > 0
  const sendable = (draft.trim() !== '' || attached) && left >= 0 && (editing || !uploads.busy)

  useEffect(() => {
    if (about) field.current?.focus()
  }, [about, field])

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    // Enter that ends the composition of a character does not send.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (sendable && !busy) onSend()
    } else if (event.key === 'Escape') {
      if (about) event.stopPropagation()
      onCancel()
    } else if (event.key === 'ArrowUp' && draft === '') {
      event.preventDefault()
      onEditLast()
    }
  }

  return (
    <div className={styles.composer}>
      {about && (
        <div className={styles.about}>
          <Icon name={about.kind === 'edit' ? 'edit' : 'undo'} size={14} />
          <span className={styles.aboutText} dir="auto">
            {about.text}
          </span>
          <IconButton
            size="small"
            icon="close"
            label={about.kind === 'edit' ? t('edit.cancel') : t('reply.cancel')}
            onClick={onCancel}
          />
        </div>
      )}
      {!editing && <WorkRows uploads={uploads} />}
      <div className={styles.line}>
        {!editing && <WorkAttach uploads={uploads} />}
        <textarea
          ref={field}
          className={styles.field}
          dir="auto"
          rows={1}
          aria-label={t('composer', { title })}
          aria-describedby={hint}
          aria-invalid={left < 0 || undefined}
          placeholder={t('composer.placeholder')}
          value={draft}
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={press}
        />
        <Button
          kind="filled"
          icon={about?.kind === 'edit' ? 'check' : 'send'}
          disabled={!sendable}
          busy={busy}
          onClick={onSend}
        >
          <span className={styles.sendText}>{about?.kind === 'edit' ? t('edit.save') : t('send')}</span>
        </Button>
      </div>
      <VisuallyHidden>
        <span id={hint}>{t('composer.hint')}</span>
      </VisuallyHidden>
      {left < 200 && (
        <p className={cx(styles.left, left < 0 && styles.over)} role={left < 0 ? 'alert' : undefined}>
          {left < 0 ? t('composer.too-long', { count: -left }) : t('composer.left', { count: left })}
        </p>
      )}
    </div>
  )
}
