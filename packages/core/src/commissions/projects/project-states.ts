import { type StateMachine } from '../../state-machine.ts'

export const projectStates = ['draft', 'open', 'active', 'paused', 'completed', 'archived', 'cancelled'] as const
export type ProjectState = (typeof projectStates)[number]

export const projectActions = [
  'save-draft',
  'open',
  'request-offer',
  'activate',
  'pause',
  'resume',
  'complete',
  'complete-together',
  'archive',
  'cancel',
] as const
export type ProjectAction = (typeof projectActions)[number]

/** State table of a project. */
export const projectMachine: StateMachine<ProjectState, ProjectAction> = {
  transitions: [
    { from: null, action: 'save-draft', to: 'draft', allowedParties: ['client'], notYetAvailable: true },
    { from: null, action: 'open', to: 'open', allowedParties: ['client'] },
    { from: 'draft', action: 'open', to: 'open', allowedParties: ['client'] },
    { from: 'open', action: 'request-offer', to: 'open', allowedParties: ['client'] },
    { from: 'active', action: 'request-offer', to: 'active', allowedParties: ['client'] },
    { from: 'open', action: 'activate', to: 'active', allowedParties: ['system'] },
    { from: 'active', action: 'pause', to: 'paused', allowedParties: ['client', 'creator'], notYetAvailable: true },
    { from: 'paused', action: 'resume', to: 'active', allowedParties: ['client', 'creator'], notYetAvailable: true },
    { from: 'active', action: 'complete', to: 'completed', allowedParties: ['system'] },
    {
      from: 'active',
      action: 'complete-together',
      to: 'completed',
      allowedParties: ['client', 'creator'],
      notYetAvailable: true,
    },
    { from: 'completed', action: 'archive', to: 'archived', allowedParties: ['client'], notYetAvailable: true },
    { from: 'draft', action: 'cancel', to: 'cancelled', allowedParties: ['client', 'admin'] },
    { from: 'open', action: 'cancel', to: 'cancelled', allowedParties: ['client', 'admin'] },
    { from: 'active', action: 'cancel', to: 'cancelled', allowedParties: ['client', 'admin'] },
    { from: 'paused', action: 'cancel', to: 'cancelled', allowedParties: ['client', 'admin'] },
  ],
  codes: {
    wrongState: {
      'save-draft': 'project.not-new',
      open: 'project.not-draft',
      'request-offer': 'commission.project-not-open',
      activate: 'project.not-open',
      pause: 'project.not-active',
      resume: 'project.not-paused',
      complete: 'project.not-active',
      'complete-together': 'project.not-active',
      archive: 'project.not-completed',
      cancel: 'project.already-ended',
    },
    notYourStep: 'project.not-your-step',
    notYetAvailable: 'project.not-available-yet',
    stale: 'project.stale',
  },
}
