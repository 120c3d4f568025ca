import { ToggleChip } from '@veranda/ui/chip.tsx'
import { TabLinks } from '@veranda/ui/tabs.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useWords } from '../../lib/words.ts'
import { type ProjectFilter, projectsAddress } from './project-filter.ts'
import styles from './projects.module.css'

const offered = [undefined, 'open', 'active', 'completed', 'cancelled'] as const

/** Filters that stand in the address, so that a list can be sent, left and found again. */
export function ProjectFilters({ filter }: { filter: ProjectFilter }) {
  const t = useWords('projects')
  const navigate = useNavigate()
  const board = filter.view === 'board'
  return (
    <div className={styles.filters}>
      <div className={styles.bar}>
        <FindInput filter={filter} />
        <ToggleChip
          on={board}
          onChange={(on) => void navigate(projectsAddress(filter, { view: on ? 'board' : 'list', state: undefined }))}
        >
          {t('list.board')}
        </ToggleChip>
      </div>
      {!board && (
        <TabLinks
          label={t('list.states')}
          links={offered.map((state) => ({
            href: projectsAddress(filter, { state }),
            label: state ? t(`state.${state}`) : t('list.all'),
            current: filter.state === state,
          }))}
        />
      )}
    </div>
  )
}

function FindInput({ filter }: { filter: ProjectFilter }) {
  const t = useWords('projects')
  const navigate = useNavigate()
  const [typed, setTyped] = useState(filter.q)
  const [known, setKnown] = useState(filter.q)
  // The address changed by itself: back, or a link.
  if (known !== filter.q) {
    setKnown(filter.q)
    setTyped(filter.q)
  }
  useEffect(() => {
    const q = typed.trim()
    if (q === filter.q) return
    const timer = setTimeout(() => {
      setKnown(q)
      void navigate(projectsAddress(filter, { q }), { replace: true })
    }, 250)
    return () => clearTimeout(timer)
  }, [typed, filter, navigate])
  return (
    <TextInput
      type="search"
      icon="search"
      aria-label={t('list.find')}
      placeholder={t('list.find')}
      maxLength={120}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
