import { type Project } from '@veranda/contract/commissions/schemas.ts'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'

/** Who is in it: the client, and the creators whose agreement is not over. */
export function ProjectPeople({ project }: { project: Project }) {
  const t = useWords('projects')
  const format = useFormat()
  const creators = project.commissions
    .filter(({ state }) => !['declined', 'withdrawn', 'expired'].includes(state))
    .map(({ creator }) => creator.name)
  const names = [...new Set(creators)]
  if (names.length === 0) return <bdi>{project.client.name}</bdi>
  return <bdi>{t('project.people', { client: project.client.name, creators: format.list(names) })}</bdi>
}
