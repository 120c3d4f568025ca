import { type Machine } from '../machine.ts'

export const projectStates = ['draft', 'open', 'active', 'paused', 'completed', 'archived', 'cancelled'] as const
export type ProjectState = (typeof projectStates)[number]

export const projectActions = [
  'save-draft',
  'open',
  'activate',
  'pause',
  'resume',
  'complete',
  'complete-together',
  'archive',
  'cancel',
] as const
export type ProjectAction = (typeof projectActions)[number]

/** The whole life of a project. */
export const projectMachine: Machine<ProjectState, ProjectAction> = {
  steps: [
    { from: null, action: 'save-draft', to: 'draft', who: ['client'], later: true },
    { from: null, action: 'open', to: 'open', who: ['client'] },
    { from: 'draft', action: 'open', to: 'open', who: ['client'] },
    { from: 'open', action: 'activate', to: 'active', who: ['system'] },
    { from: 'active', action: 'pause', to: 'paused', who: ['client', 'creator'], later: true },
    { from: 'paused', action: 'resume', to: 'active', who: ['client', 'creator'], later: true },
    { from: 'active', action: 'complete', to: 'completed', who: ['system'] },
    { from: 'active', action: 'complete-together', to: 'completed', who: ['client', 'creator'], later: true },
    { from: 'completed', action: 'archive', to: 'archived', who: ['client'], later: true },
    { from: 'draft', action: 'cancel', to: 'cancelled', who: ['client', 'operator'] },
    { from: 'open', action: 'cancel', to: 'cancelled', who: ['client', 'operator'] },
    { from: 'active', action: 'cancel', to: 'cancelled', who: ['client', 'operator'] },
    { from: 'paused', action: 'cancel', to: 'cancelled', who: ['client', 'operator'] },
  ],
  codes: {
    wrongState: {
      'save-draft': 'project.not-new',
      open: 'project.not-draft',
      activate: 'project.not-open',
      pause: 'project.not-active',
      resume: 'project.not-paused',
      complete: 'project.not-active',
      'complete-together': 'project.not-active',
      archive: 'project.not-completed',
      cancel: 'project.already-over',
    },
    notYourStep: 'project.not-your-step',
    notYet: 'project.not-available-yet',
    stale: 'project.stale',
  },
}
