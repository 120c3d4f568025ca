import { type ProjectQuery } from '@veranda/contract/commissions/projects/schemas.ts'
import { projectStates } from '@veranda/core/commissions/projects/project-states.ts'

export const projectTabs = ['overview', 'contract', 'milestones', 'files', 'money', 'activity', 'chat'] as const
export type ProjectTab = (typeof projectTabs)[number]

/** Returns the tab named by the URL. A milestone or dispute alone, as in notification links, means the milestones tab. */
export function parseProjectTab(params: URLSearchParams): ProjectTab {
  const named = projectTabs.find((known) => known === params.get('view'))
  return named ?? (params.has('milestone') || params.has('dispute') ? 'milestones' : 'overview')
}

export type ProjectLocation = {
  commission?: string | undefined
  milestone?: string | undefined
  version?: number | undefined
  /** A dispute of the commission, shown in place of its milestones. */
  dispute?: string | undefined
  ask?: 'changes' | 'fund' | undefined
  write?: 'offer' | 'change-order' | undefined
  messageSeq?: number | undefined
}

/**
 * Builds the URL of a project tab. `ask` opens a dialog of the milestone, `write` the editor of a first offer or of a change order;
 * `messageSeq` is a position in the chat.
 */
export function projectUrl(
  id: string,
  view: ProjectTab,
  { commission, milestone, version, dispute, ask, write, messageSeq }: ProjectLocation = {},
): string {
  const params = new URLSearchParams()
  if (view !== 'overview' && !(view === 'milestones' && (milestone || dispute))) params.set('view', view)
  if (commission) params.set('commission', commission)
  if (milestone) params.set('milestone', milestone)
  if (version !== undefined) params.set('version', String(version))
  if (dispute) params.set('dispute', dispute)
  if (ask) params.set('ask', ask)
  if (write) params.set('write', write)
  if (messageSeq !== undefined) params.set('at', String(messageSeq))
  const text = params.toString()
  return text ? `/projects/${id}?${text}` : `/projects/${id}`
}

/** `archived` lists what the reader has archived, whatever its state. */
export type ProjectFilter = { state: ProjectQuery['state'] | 'archived'; q: string; view: 'list' | 'board' }

/** Parses the project filter from the URL; unknown values count as not set. */
export function parseProjectFilter(params: URLSearchParams): ProjectFilter {
  return {
    state: ([...projectStates, 'archived'] as const).find((known) => known === params.get('state')),
    q: params.get('q') ?? '',
    view: params.get('view') === 'board' ? 'board' : 'list',
  }
}

/** Returns the query of the list that a filter shows. */
export function toProjectQuery({ state, q }: Pick<ProjectFilter, 'state' | 'q'>): ProjectQuery {
  return { ...(state === 'archived' ? { archived: 'true' } : { state }), q: q || undefined, limit: 20 }
}

/** Builds the URL of the project list for a changed filter; default values are left out. */
export function projectsUrl(filter: ProjectFilter, change: Partial<ProjectFilter> = {}): string {
  const { state, q, view } = { ...filter, ...change }
  const params = new URLSearchParams()
  if (state) params.set('state', state)
  if (q) params.set('q', q)
  if (view === 'board') params.set('view', view)
  const text = params.toString()
  return text ? `/projects?${text}` : '/projects'
}
