import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Anchor } from './anchor.tsx'
import { Badge } from './badge.tsx'
import styles from './tabs.module.css'

export type Tab<V extends string> = { id: V; label: ReactNode; count?: number }

export type TabsProps<V extends string> = {
  label: string
  tabs: readonly Tab<V>[]
  current: V
  onChange: (id: V) => void
  /** The content of the current tab. */
  children: ReactNode
}

/** Renders tab panels, one visible. Arrow keys, Home and End move between them; use `TabLinks` for tabs with URLs. */
export function Tabs<V extends string>({ label, tabs, current, onChange, children }: TabsProps<V>) {
  const id = useId()
  const list = useScrollCurrentIntoView<HTMLDivElement>(current, countsOf(tabs))

  function move(event: KeyboardEvent) {
    const currentIndex = tabs.findIndex((tab) => tab.id === current)
    const forwards = list.current && getComputedStyle(list.current).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const backwards = forwards === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    const nextIndex =
      event.key === forwards
        ? (currentIndex + 1) % tabs.length
        : event.key === backwards
          ? (currentIndex - 1 + tabs.length) % tabs.length
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? tabs.length - 1
              : -1
    const next = tabs[nextIndex]
    if (next === undefined) return
    event.preventDefault()
    onChange(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[nextIndex]?.focus()
  }

  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            className={styles.tab}
            aria-selected={tab.id === current}
            aria-controls={tab.id === current ? `${id}-panel` : undefined}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <Badge count={tab.count} />}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`} className={styles.panel}>
        {children}
      </div>
    </div>
  )
}

/** Renders links that look like tabs, for parts of a page with their own URLs. */
export function TabLinks({
  label,
  links,
}: {
  label: string
  links: readonly { href: string; label: ReactNode; current: boolean; count?: number }[]
}) {
  const list = useScrollCurrentIntoView<HTMLElement>(links.find(({ current }) => current)?.href, countsOf(links))
  return (
    <nav ref={list} aria-label={label} className={styles.list}>
      {links.map((link) => (
        <Anchor
          key={link.href}
          href={link.href}
          className={styles.tab}
          aria-current={link.current ? 'page' : undefined}
        >
          {link.label}
          {link.count !== undefined && <Badge count={link.count} />}
        </Anchor>
      ))}
    </nav>
  )
}

/** Returns the counts of all tabs in one text: when one arrives, the tabs after it move. */
const countsOf = (tabs: readonly { count?: number }[]) => tabs.map(({ count }) => count).join()

/** Scrolls a horizontal row, and nothing else, so that its current item is visible, also once the counts have come. */
function useScrollCurrentIntoView<E extends HTMLElement>(
  current: string | undefined,
  counts: string,
): RefObject<E | null> {
  const row = useRef<E>(null)
  const revealed = useRef('')
  useEffect(() => {
    const place = `${current} ${counts}`
    // Someone may have scrolled the row since.
    if (revealed.current === place) return
    revealed.current = place
    revealCurrent(row.current)
  })
  useEffect(() => {
    const reveal = () => revealCurrent(row.current)
    addEventListener('resize', reveal)
    return () => removeEventListener('resize', reveal)
  }, [])
  return row
}

function revealCurrent(row: HTMLElement | null): void {
  const shown = row?.querySelector('[aria-current=page], [aria-selected=true]')
  if (!row || !shown) return
  const [frame, part] = [row.getBoundingClientRect(), shown.getBoundingClientRect()]
  if (part.left < frame.left) row.scrollLeft -= frame.left - part.left
  else if (part.right > frame.right) row.scrollLeft += part.right - frame.right
}
