import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { type MenuItem } from './menu-panel.tsx'

const MenuPanel = lazy(() => import('./menu-panel.tsx').then((module) => ({ default: module.MenuPanel })))

export type MenuTrigger = {
  ref: RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: () => void
  onPointerEnter: () => void
}

export type MenuProps = {
  label: string
  items: readonly MenuItem[]
  /** Shown above the items, such as the signed-in user. */
  head?: ReactNode
  align?: 'start' | 'end' | undefined
  /** Renders the trigger: a Button or IconButton that takes these props. */
  children: (trigger: MenuTrigger) => ReactNode
}

/** Renders a menu button. The menu's code loads when a pointer comes near or it opens. */
export function Menu({ children, ...menu }: MenuProps) {
  const [open, setOpen] = useState(false)
  const [openedOnce, setOpenedOnce] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const trigger: MenuTrigger = {
    ref: anchor,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onClick: () => {
      setOpenedOnce(true)
      setOpen(!open)
    },
    onPointerEnter: () => void import('./menu-panel.tsx'),
  }
  return (
    <>
      {children(trigger)}
      {openedOnce && (
        <Suspense>
          <MenuPanel {...menu} open={open} onChange={setOpen} anchor={anchor} />
        </Suspense>
      )}
    </>
  )
}
