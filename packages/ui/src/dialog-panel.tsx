import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject } from 'react'
import { cx } from './cx.ts'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { useLabels } from './labels.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export type DialogProps = {
  open: boolean
  /** Called on Escape, the close button and outside clicks; the owner closes it. */
  onClose: () => void
  title: string
  /** One sentence that says what this does; the dialog's accessible description. */
  text?: ReactNode
  /** The buttons at the end, the primary one last. */
  actions?: ReactNode
  size?: 'medium' | 'wide' | undefined
  /** `palette` sits near the top and has no visible header. */
  look?: 'card' | 'palette' | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  children?: ReactNode
}

export function DialogPanel(props: DialogProps) {
  const { open, onClose, title, text, actions, size = 'medium', look = 'card', initialFocus, children } = props
  const labels = useLabels()
  const palette = look === 'palette'
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={cx(styles.place, palette && styles.top)}>
          <Base.Popup
            className={cx(styles.popup, (size === 'wide' || palette) && styles.wide)}
            initialFocus={initialFocus ?? true}
          >
            {palette ? (
              <VisuallyHidden as="div">
                <Base.Title>{title}</Base.Title>
                <Base.Close>{labels.close}</Base.Close>
              </VisuallyHidden>
            ) : (
              <div className={styles.head}>
                <Base.Title className={styles.title}>{title}</Base.Title>
                <Base.Close render={<IconButton label={labels.close} icon="close" size="small" />} />
              </div>
            )}
            <div className={cx(styles.body, palette && styles.bare)}>
              {text !== undefined && <Base.Description className={styles.text}>{text}</Base.Description>}
              {children}
            </div>
            {actions !== undefined && <div className={styles.foot}>{actions}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
