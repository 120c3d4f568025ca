import { type StateMachine } from '../../state-machine.ts'

export const projectStates = ['open', 'active', 'completed', 'cancelled'] as const
export type ProjectState = (typeof projectStates)[number]

/** Returns whether the room of a project is open: until the project is cancelled. */
export function isRoomOpen(state: ProjectState): boolean {
  return state !== 'cancelled'
}

/** Returns whether a project has ended, so that its members may archive it. */
export function isEndedProject(state: ProjectState): boolean {
  return state === 'completed' || state === 'cancelled'
}

/** Returns whether a project leads to its room: from the first agreement on, when there is something to meet about. */
export function leadsToRoom(state: ProjectState): boolean {
  return isRoomOpen(state) && state !== 'open'
}

export const projectActions = ['open', 'request-offer', 'activate', 'complete', 'complete-together', 'cancel'] as const
export type ProjectAction = (typeof projectActions)[number]

/**
 * The steps of a project that its members are offered: those of its client, `propose-completion`, which the others answer,
 * and those of one member, who archives it for themselves alone.
 */
export const offeredProjectActions = [
  'request-offer',
  'complete',
  'propose-completion',
  'cancel',
  'archive',
  'unarchive',
] as const
export type OfferedProjectAction = (typeof offeredProjectActions)[number]

/** State table of a project. */
export const projectMachine: StateMachine<ProjectState, ProjectAction> = {
  transitions: [
    { from: null, action: 'open', to: 'open', allowedParties: ['client'] },
    { from: 'open', action: 'request-offer', to: 'open', allowedParties: ['client'] },
    { from: 'active', action: 'request-offer', to: 'active', allowedParties: ['client'] },
    { from: 'open', action: 'activate', to: 'active', allowedParties: ['system'] },
    { from: 'active', action: 'complete', to: 'completed', allowedParties: ['client', 'system'] },
    { from: 'active', action: 'complete-together', to: 'completed', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'cancel', to: 'cancelled', allowedParties: ['client'] },
    { from: 'active', action: 'cancel', to: 'cancelled', allowedParties: ['client'] },
  ],
  codes: {
    wrongState: {
      'request-offer': 'commission.project-not-open',
      activate: 'project.not-open',
      complete: 'project.not-active',
      'complete-together': 'project.not-active',
      cancel: 'project.already-ended',
    },
    notYourStep: 'project.not-your-step',
    stale: 'project.stale',
  },
}
