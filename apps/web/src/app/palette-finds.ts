import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { searchTalent } from '@veranda/contract/talent/routes.ts'
import { useEffect, useState } from 'react'
import { useRead } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { type PaletteGroup } from './palette-group.ts'

/** Fewer letters than this find too much. */
const leastLetters = 2
const most = 5
/** The server is asked once the typing pauses, in milliseconds. */
const pause = 180

/** One's projects and the creators whose names or words fit what has been typed. */
export function usePaletteFinds(typed: string): readonly PaletteGroup[] {
  const t = useWords('shell')
  const q = useSettled(typed.trim())
  const enabled = q.length >= leastLetters
  const projects = useRead(listProjects, { query: { q, limit: most } }, { enabled, keep: true })
  const people = useRead(searchTalent, { query: { q, limit: most } }, { enabled, keep: true })
  if (!enabled) return []
  return [
    {
      id: 'projects',
      title: t('find.projects'),
      entries: (projects.data?.items ?? []).map(({ id, title, client }) => ({
        id: `project-${id}`,
        icon: 'projects',
        label: title,
        detail: client.name,
        href: `/projects/${id}`,
      })),
    },
    {
      id: 'people',
      title: t('find.people'),
      entries: (people.data?.items ?? []).map(({ id, name, headline }) => ({
        id: `person-${id}`,
        icon: 'user',
        label: name,
        detail: headline,
        href: `/talent/${id}`,
      })),
    },
  ]
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
