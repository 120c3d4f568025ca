import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type TouchEvent, useRef } from 'react'
import { pageDirection } from './page-direction.ts'
import styles from './drawer.module.css'
import { drawerWidthPx, distanceFromStartPx } from './drawer-geometry.ts'
import { useLabels } from './labels.tsx'
import { startSwipe, moveSwipe, isOpenAfterSwipe, openFraction, type Swipe } from './swipe.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export type DrawerProps = {
  open: boolean
  onChange: (open: boolean) => void
  /** The accessible name of the drawer. */
  label: string
  children: ReactNode
}

export function DrawerPanel({ open, onChange, label, children }: DrawerProps) {
  const labels = useLabels()
  const popup = useRef<HTMLDivElement>(null)
  const swipe = useRef<Swipe>(undefined)

  function start(event: TouchEvent) {
    const touch = event.nativeEvent.touches[0]
    swipe.current = touch ? startSwipe(distanceFromStartPx(touch), event.timeStamp) : undefined
  }

  function move(event: TouchEvent) {
    const touch = event.nativeEvent.touches[0]
    if (!swipe.current || !touch || !popup.current) return
    swipe.current = moveSwipe(swipe.current, distanceFromStartPx(touch), event.timeStamp)
    const hidden = (1 - openFraction(swipe.current, true, drawerWidthPx())) * 100
    popup.current.dataset['dragged'] = ''
    popup.current.style.transform = `translateX(${pageDirection() === 'rtl' ? hidden : -hidden}%)`
  }

  function end() {
    if (!swipe.current || !popup.current) return
    delete popup.current.dataset['dragged']
    popup.current.style.transform = ''
    if (!isOpenAfterSwipe(swipe.current, true, drawerWidthPx())) onChange(false)
    swipe.current = undefined
  }

  return (
    <Base.Root open={open} onOpenChange={(next) => onChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          className={styles.popup}
          aria-label={label}
          onTouchStart={start}
          onTouchMove={move}
          onTouchEnd={end}
          onTouchCancel={end}
        >
          {children}
          <VisuallyHidden as="div">
            <Base.Close>{labels.close}</Base.Close>
          </VisuallyHidden>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
