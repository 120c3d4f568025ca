import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { searchTalent } from '@veranda/contract/talent/routes.ts'
import { useEffect, useState } from 'react'
import { useRead } from '../../lib/api/query.ts'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { type PaletteGroup } from './palette-group.ts'

/** Shorter queries match too much. */
const minQueryLength = 2
const maxResults = 5
/** The server is asked once typing pauses for this long. */
const debounceMs = 180

/** Searches the user's projects and the creators. */
export function usePaletteSearch(typed: string): readonly PaletteGroup[] {
  const t = useTranslations('shell/command-palette')
  const format = useFormat()
  const q = useDebounced(typed.trim())
  const enabled = q.length >= minQueryLength
  const projects = useRead(listProjects, { query: { q, limit: maxResults } }, { enabled, keepPrevious: true })
  const creators = useRead(searchTalent, { query: { q, limit: maxResults } }, { enabled, keepPrevious: true })
  if (!enabled) return []
  return [
    {
      id: 'projects',
      title: t('projects'),
      entries: (projects.data?.items ?? []).map(({ id, title, viewerRole, client, creators }) => ({
        id: `project-${id}`,
        icon: 'projects',
        label: title,
        // The other side: the user knows their own name.
        detail: viewerRole === 'client' ? format.list(creators.map(({ name }) => name)) : client.name,
        href: `/projects/${id}`,
      })),
    },
    {
      id: 'creators',
      title: t('creators'),
      entries: (creators.data?.items ?? []).map(({ id, name, headline }) => ({
        id: `user-${id}`,
        icon: 'user',
        label: name,
        detail: headline,
        href: `/talent/${id}`,
      })),
    },
  ]
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
