import { type ProjectQuery } from '@veranda/contract/commissions/schemas.ts'
import { projectStates } from '@veranda/core/commissions/project-states.ts'

export type ProjectFilter = { state: ProjectQuery['state']; q: string; view: 'list' | 'board' }

/** The filter as the address says it; what it does not know counts as not said. */
export function filterOf(params: URLSearchParams): ProjectFilter {
  return {
    state: projectStates.find((known) => known === params.get('state')),
    q: params.get('q') ?? '',
    view: params.get('view') === 'board' ? 'board' : 'list',
  }
}

/** The address of the projects under a changed filter; what is as usual is left out. */
export function projectsAddress(filter: ProjectFilter, change: Partial<ProjectFilter> = {}): string {
  const { state, q, view } = { ...filter, ...change }
  const params = new URLSearchParams()
  if (state) params.set('state', state)
  if (q) params.set('q', q)
  if (view === 'board') params.set('view', view)
  const text = params.toString()
  return text ? `/projects?${text}` : '/projects'
}
