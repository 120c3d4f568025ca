import { Dialog } from '@veranda/ui/dialog.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { usePaletteGroups } from './use-palette-groups.ts'
import { type PaletteEntry } from './palette-group.ts'
import styles from './command-palette.module.css'

/** Finds a screen, project, creator or command by a few letters. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const t = useTranslations('shell/command-palette')
  const tShell = useTranslations('shell')
  const id = useId()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [activeIndex, setActiveIndex] = useState(0)
  const groups = usePaletteGroups(typed)
  const entries = groups.flatMap((group) => group.entries)
  const current = entries[Math.min(activeIndex, entries.length - 1)]

  function choose(entry: PaletteEntry) {
    onClose()
    if ('href' in entry) void navigate(entry.href)
    else entry.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && current) choose(current)
    else if (event.key === 'ArrowDown')
      setActiveIndex((Math.min(activeIndex, entries.length - 1) + 1) % Math.max(1, entries.length))
    else if (event.key === 'ArrowUp') setActiveIndex((activeIndex - 1 + entries.length) % Math.max(1, entries.length))
    else return
    event.preventDefault()
  }

  return (
    <Dialog open onClose={onClose} title={t('label')} look="palette" initialFocus={input}>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-label={t('label')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={current && `${id}-${current.id}`}
          placeholder={tShell('find')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActiveIndex(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} className={styles.list} role="listbox" aria-label={t('label')}>
        {groups.map((group) => (
          <div key={group.id} role="group" aria-label={group.title}>
            <div className={styles.title} aria-hidden="true">
              {group.title}
            </div>
            {group.entries.map((entry) => (
              <div
                key={entry.id}
                id={`${id}-${entry.id}`}
                ref={entry === current ? (element) => element?.scrollIntoView({ block: 'nearest' }) : null}
                className={styles.entry}
                role="option"
                aria-selected={entry === current}
                onClick={() => choose(entry)}
                onPointerMove={() => setActiveIndex(entries.indexOf(entry))}
              >
                <Icon name={entry.icon} size={18} />
                <bdi>{entry.label}</bdi>
                {entry.detail !== undefined && <span className={styles.detail}>{entry.detail}</span>}
              </div>
            ))}
          </div>
        ))}
        {entries.length === 0 && (
          <p className={styles.empty} role="status">
            {t('empty')}
          </p>
        )}
      </div>
      <p className={styles.hint}>{t('hint')}</p>
    </Dialog>
  )
}
