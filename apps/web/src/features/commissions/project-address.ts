export const projectViews = ['overview', 'contract', 'milestones', 'money', 'activity', 'chat'] as const
export type ProjectView = (typeof projectViews)[number]

/** Which part of the project the address names. A milestone alone, as notifications name it, means the milestones. */
export function viewOf(params: URLSearchParams): ProjectView {
  const named = projectViews.find((known) => known === params.get('view'))
  return named ?? (params.has('milestone') ? 'milestones' : 'overview')
}

type Place = {
  commission?: string | undefined
  milestone?: string | undefined
  version?: number | undefined
  ask?: 'changes' | undefined
  at?: number | undefined
}

/** The address of a part of a project. `ask` opens the round of changes there, `at` is a place in the chat. */
export function projectAddress(
  id: string,
  view: ProjectView,
  { commission, milestone, version, ask, at }: Place = {},
): string {
  const params = new URLSearchParams()
  if (view !== 'overview' && !(view === 'milestones' && milestone)) params.set('view', view)
  if (commission) params.set('commission', commission)
  if (milestone) params.set('milestone', milestone)
  if (version !== undefined) params.set('version', String(version))
  if (ask) params.set('ask', ask)
  if (at !== undefined) params.set('at', String(at))
  const text = params.toString()
  return text ? `/projects/${id}?${text}` : `/projects/${id}`
}
