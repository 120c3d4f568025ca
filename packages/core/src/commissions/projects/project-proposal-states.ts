import { type StateMachine } from '../../state-machine.ts'

export const projectProposalStates = ['open', 'accepted', 'declined', 'withdrawn', 'outdated'] as const
export type ProjectProposalState = (typeof projectProposalStates)[number]

export const projectProposalActions = [
  'make-proposal',
  'consent-to-proposal',
  'accept-proposal',
  'decline-proposal',
  'withdraw-proposal',
  'outdate-proposal',
] as const
export type ProjectProposalAction = (typeof projectProposalActions)[number]

/** The steps that a member is offered; whether accepting it consents or completes follows from who has yet to answer. */
export const offeredProjectProposalActions = [
  'accept-proposal',
  'decline-proposal',
  'withdraw-proposal',
] as const satisfies ProjectProposalAction[]
export type OfferedProjectProposalAction = (typeof offeredProjectProposalActions)[number]

/**
 * State table of a proposal to complete a project. Its author withdraws it, and those whom it asks answer it, which
 * `isOwnStep` decides. It is out of date once work begins again or the project ends in another way.
 */
export const projectProposalMachine: StateMachine<ProjectProposalState, ProjectProposalAction> = {
  transitions: [
    { from: null, action: 'make-proposal', to: 'open', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'consent-to-proposal', to: 'open', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'accept-proposal', to: 'accepted', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'decline-proposal', to: 'declined', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'withdraw-proposal', to: 'withdrawn', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'outdate-proposal', to: 'outdated', allowedParties: ['system'] },
  ],
  codes: {
    wrongState: {
      'consent-to-proposal': 'project-proposal.not-open',
      'accept-proposal': 'project-proposal.not-open',
      'decline-proposal': 'project-proposal.not-open',
      'withdraw-proposal': 'project-proposal.not-open',
      'outdate-proposal': 'project-proposal.not-open',
    },
    notYourStep: 'project-proposal.not-your-step',
    stale: 'project-proposal.not-open',
  },
}
