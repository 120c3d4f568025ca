import { type DashboardAction } from '@veranda/contract/dashboard/schemas.ts'

/** A step that is taken in a dialog wherever the task is listed. */
export const dialogActs = ['fund', 'follow-payment', 'start', 'submit', 'approve'] as const
export type DialogAct = (typeof dialogActs)[number]

/** A task whose step is taken in a dialog. */
export type OpenedAct = { readonly projectId: string; readonly milestoneId: string; readonly act: DialogAct }

/**
 * Returns the step of a pending task that a dialog can take, by the actions that the server sent; undefined where it
 * takes a form of its own on the project's page: an offer, an upload, a review.
 */
export function dialogActOf({
  actions,
  projectId,
  milestoneId,
  newestVersion,
}: DashboardAction): OpenedAct | undefined {
  const act = dialogActs.find((one) => actions.includes(one))
  if (!act || milestoneId === null || (act === 'submit' && newestVersion?.isDraft !== true)) return undefined
  return { projectId, milestoneId, act }
}
