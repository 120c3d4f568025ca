import { ToggleChip } from '@veranda/ui/chip.tsx'
import { TabLinks } from '@veranda/ui/tabs.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type ProjectFilter, projectsUrl } from '../project-url.ts'
import styles from './projects.module.css'

const filterStates = [undefined, 'open', 'active', 'completed', 'cancelled', 'archived'] as const

/** Renders the project filters, which are stored in the URL. */
export function ProjectFilters({ filter }: { filter: ProjectFilter }) {
  const t = useTranslations('commissions')
  const navigate = useNavigate()
  const board = filter.view === 'board'
  return (
    <div className={styles.filters}>
      <div className={styles.bar}>
        <SearchInput filter={filter} />
        <div role="group" aria-label={t('list.view')} className={styles.views}>
          {(['list', 'board'] as const).map((view) => (
            <ToggleChip
              key={view}
              on={filter.view === view}
              onChange={() => void navigate(projectsUrl(filter, { view, state: undefined }))}
            >
              {t(`list.${view}`)}
            </ToggleChip>
          ))}
        </div>
      </div>
      {!board && (
        <TabLinks
          label={t('list.states')}
          links={filterStates.map((state) => ({
            href: projectsUrl(filter, { state }),
            label:
              state === undefined ? t('list.all') : state === 'archived' ? t('list.archived') : t(`state.${state}`),
            current: filter.state === state,
          }))}
        />
      )}
    </div>
  )
}

function SearchInput({ filter }: { filter: ProjectFilter }) {
  const t = useTranslations('commissions')
  const navigate = useNavigate()
  const [typed, setTyped] = useState(filter.q)
  const [appliedQuery, setAppliedQuery] = useState(filter.q)
  // The URL changed by navigation: back, or a link.
  if (appliedQuery !== filter.q) {
    setAppliedQuery(filter.q)
    setTyped(filter.q)
  }
  useEffect(() => {
    const q = typed.trim()
    if (q === filter.q) return
    const timer = setTimeout(() => {
      setAppliedQuery(q)
      void navigate(projectsUrl(filter, { q }), { replace: true })
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
