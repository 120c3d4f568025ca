import { IconButton } from '@veranda/ui/icon-button.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './room.module.css'

/** The panels of the drawer, in the order of their buttons. */
export const roomPanelIds = ['users', 'version', 'pins', 'chat'] as const
export type RoomPanelId = (typeof roomPanelIds)[number]

type Props = {
  id: string
  /** The panel that is open; undefined if the drawer is closed. */
  open: RoomPanelId | undefined
  /** The heading takes the focus, because the user opened the panel by its button. */
  takesFocus: boolean
  onClose: () => void
  /** The user's decision, above every panel but the chat, which needs the height. */
  decision: ReactNode
  panels: Record<Exclude<RoomPanelId, 'pins'>, ReactNode>
  /** Always mounted, since the pins are drawn on the canvas. */
  pins: ReactNode
}

/**
 * Shows one panel of the room at the side of the canvas, or below it on a phone. Escape closes it, but first an open menu
 * or dialog, the tool in use, or a field with text.
 */
export function RoomDrawer({ id, open, takesFocus, onClose, decision, panels, pins }: Props) {
  const t = useTranslations('rooms')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (open !== undefined && takesFocus) heading.current?.focus({ preventScroll: true })
  }, [open, takesFocus])
  return (
    <aside id={id} className={styles.drawer} aria-label={t('tabs')} hidden={open === undefined}>
      <header className={styles.drawerHead}>
        <h2 ref={heading} tabIndex={-1}>
          {open && t(`tab.${open}`)}
        </h2>
        <IconButton icon="close" label={t('drawer.close')} onClick={onClose} />
      </header>
      <div className={styles.drawerBody} data-panel={open}>
        <div hidden={open === 'chat'}>{decision}</div>
        {open !== undefined && open !== 'pins' && panels[open]}
        <div hidden={open !== 'pins'}>{pins}</div>
      </div>
    </aside>
  )
}
