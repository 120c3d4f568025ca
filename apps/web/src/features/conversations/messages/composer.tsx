import { graphemeCount } from '@veranda/core/text.ts'
import { maxMessageGraphemes } from '@veranda/core/conversations/messages/message.ts'
import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type AssetUploads } from '../../../components/assets/use-asset-uploads.ts'
import { useDockedHeight } from './use-docked-height.ts'
import { AttachFilesButton, AssetUploadRows } from '../../../components/assets/asset-upload-field.tsx'
import styles from './composer.module.css'

export type ComposerProps = {
  title: string
  draft: string
  onDraft: (draft: string) => void
  onSend: () => void
  onCancel: () => void
  onEditLast: () => void
  /** Shown above the field: the message being replied to or edited. */
  context: { kind: 'reply' | 'edit'; text: string } | undefined
  busy?: boolean
  field: RefObject<HTMLTextAreaElement | null>
  uploads: AssetUploads
}

/** Renders the message field. Enter sends, Shift+Enter breaks the line, Up edits the last message, Escape cancels. */
export function Composer(props: ComposerProps) {
  const { title, draft, onDraft, onSend, onCancel, onEditLast, context, busy = false, field, uploads } = props
  const t = useTranslations('conversations')
  const hint = useId()
  const box = useRef<HTMLDivElement>(null)
  const remaining = maxMessageGraphemes - graphemeCount(draft.trim())
  const editing = context?.kind === 'edit'
  const hasAttachments = !editing && uploads.ready.length > 0
  const canSend = (draft.trim() !== '' || hasAttachments) && remaining >= 0 && (editing || !uploads.busy)

  useDockedHeight(box)
  useEffect(() => {
    if (context) field.current?.focus()
  }, [context, field])

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // An Enter that ends an IME composition does not send.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (canSend && !busy) onSend()
    } else if (event.key === 'Escape') {
      if (context) event.stopPropagation()
      onCancel()
    } else if (event.key === 'ArrowUp' && draft === '') {
      event.preventDefault()
      onEditLast()
    }
  }

  return (
    <div ref={box} className={styles.composer}>
      {context && (
        <div className={styles.about}>
          <Icon name={context.kind === 'edit' ? 'edit' : 'undo'} size={14} />
          <span className={styles.aboutText} dir="auto">
            {context.text}
          </span>
          <IconButton
            size="small"
            icon="close"
            label={context.kind === 'edit' ? t('edit.cancel') : t('reply.cancel')}
            onClick={onCancel}
          />
        </div>
      )}
      {!editing && <AssetUploadRows uploads={uploads} />}
      <div className={styles.line}>
        {!editing && <AttachFilesButton uploads={uploads} />}
        <textarea
          ref={field}
          className={styles.field}
          dir="auto"
          rows={1}
          aria-label={t('composer', { title })}
          aria-describedby={hint}
          aria-invalid={remaining < 0 || undefined}
          placeholder={t('composer.placeholder')}
          value={draft}
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          kind="filled"
          icon={context?.kind === 'edit' ? 'check' : 'send'}
          disabled={!canSend}
          busy={busy}
          onClick={onSend}
        >
          <span className={styles.sendText}>{context?.kind === 'edit' ? t('edit.save') : t('send')}</span>
        </Button>
      </div>
      <VisuallyHidden>
        <span id={hint}>{t('composer.hint')}</span>
      </VisuallyHidden>
      {remaining < 200 && (
        <p className={cx(styles.left, remaining < 0 && styles.over)} role={remaining < 0 ? 'alert' : undefined}>
          {remaining < 0 ? t('composer.too-long', { count: -remaining }) : t('composer.left', { count: remaining })}
        </p>
      )}
    </div>
  )
}
