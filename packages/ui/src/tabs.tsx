import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Anchor } from './anchor.tsx'
import { Badge } from './badge.tsx'
import styles from './tabs.module.css'
import { useCurrentInSight } from './use-current-in-sight.ts'

export type Tab<V extends string> = { id: V; label: ReactNode; count?: number }

export type TabsProps<V extends string> = {
  label: string
  tabs: readonly Tab<V>[]
  current: V
  onChange: (id: V) => void
  /** The content of the current tab. */
  children: ReactNode
}

/** Panels of one thing, one in sight. Arrow keys, Home and End move; what has an address of its own is `TabLinks`. */
export function Tabs<V extends string>({ label, tabs, current, onChange, children }: TabsProps<V>) {
  const id = useId()
  const list = useCurrentInSight<HTMLDivElement>(current)

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === current)
    const forwards = list.current && getComputedStyle(list.current).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const backwards = forwards === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    const to =
      event.key === forwards
        ? (at + 1) % tabs.length
        : event.key === backwards
          ? (at - 1 + tabs.length) % tabs.length
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? tabs.length - 1
              : -1
    const next = tabs[to]
    if (next === undefined) return
    event.preventDefault()
    onChange(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
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

/** The same look for parts of a page that have addresses of their own. */
export function TabLinks({
  label,
  links,
}: {
  label: string
  links: readonly { href: string; label: ReactNode; current: boolean; count?: number }[]
}) {
  const list = useCurrentInSight<HTMLElement>(links.find(({ current }) => current)?.href)
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
