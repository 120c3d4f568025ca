import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { graphicsSupport } from '../../lib/device/webgl-support.ts'
import { type RoomPanelId } from './room-drawer.tsx'

const wideQuery = globalThis.matchMedia?.('(min-width: 1200px)')

type DrawerState = { panel: RoomPanelId; byButton: boolean }

/**
 * Holds which panel of the drawer is open: at first the list of users where there is space for it, or where it takes the
 * place of a canvas. `host` is the canvas, which has the focus after the drawer is closed unless a button had opened it.
 */
export function useRoomDrawer(room: RefObject<HTMLElement | null>, host: RefObject<HTMLElement | null>) {
  const id = useId()
  const opener = useRef<HTMLElement>(undefined)
  const [drawer, setDrawer] = useState<DrawerState | undefined>(() =>
    wideQuery?.matches || graphicsSupport() === 'none' ? { panel: 'users', byButton: false } : undefined,
  )

  function close() {
    const focused = document.activeElement
    const takesFocusBack = focused === document.body || document.getElementById(id)?.contains(focused)
    setDrawer(undefined)
    // After the drawer is hidden, which would take the focus with it.
    if (takesFocusBack) (opener.current ?? host.current)?.focus({ preventScroll: true })
    opener.current = undefined
  }

  /** Opens a panel by its button, or closes the one that is open. */
  function toggle(panel: RoomPanelId) {
    if (drawer?.panel === panel) return close()
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : undefined
    setDrawer({ panel, byButton: true })
  }

  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented } = event
    if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return
    // Menus and dialogs are outside, and close themselves.
    if (target !== document.body && !room.current?.contains(target)) return
    if (target.matches('input:not([type=range], [type=checkbox]), textarea')) {
      document.getElementById(id)?.querySelector('h2')?.focus({ preventScroll: true })
    } else close()
  })
  const isOpen = drawer !== undefined
  useEffect(() => {
    if (!isOpen) return
    const handle = (event: KeyboardEvent) => onEscape(event)
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [isOpen])

  return {
    id,
    panel: drawer?.panel,
    takesFocus: drawer?.byButton === true,
    /** Opens a panel for something that was pressed in the scene; the focus stays. */
    show: (panel: RoomPanelId) => setDrawer({ panel, byButton: false }),
    toggle,
    close,
  }
}
