import { refuse, type Result } from '../../result.ts'
import { allowedActions, applyTransition, type Party, type StateMachine } from '../../state-machine.ts'

export const workConsentStates = ['asked', 'granted', 'declined', 'withdrawn'] as const
export type WorkConsentState = (typeof workConsentStates)[number]

/** The step of a creator, taken once; afterwards it is the client's to change, so that no one is pressed. */
export const workConsentQuestions = ['ask'] as const
export type WorkConsentQuestion = (typeof workConsentQuestions)[number]

/** The steps of a client. */
export const workConsentAnswers = ['grant', 'decline', 'withdraw'] as const
export type WorkConsentAnswer = (typeof workConsentAnswers)[number]

/** `ask-again`: the work was replaced by another one, which the client has not seen. */
export type WorkConsentAction = WorkConsentQuestion | WorkConsentAnswer | 'ask-again'

/** State table of a client's consent to showing a work from their project in public. */
export const workConsentMachine: StateMachine<WorkConsentState, WorkConsentAction> = {
  transitions: [
    { from: null, action: 'ask', to: 'asked', allowedParties: ['creator'] },
    { from: 'asked', action: 'grant', to: 'granted', allowedParties: ['client'] },
    { from: 'asked', action: 'decline', to: 'declined', allowedParties: ['client'] },
    { from: 'declined', action: 'grant', to: 'granted', allowedParties: ['client'] },
    { from: 'granted', action: 'withdraw', to: 'withdrawn', allowedParties: ['client'] },
    { from: 'withdrawn', action: 'grant', to: 'granted', allowedParties: ['client'] },
    { from: 'granted', action: 'ask-again', to: 'asked', allowedParties: ['system'] },
  ],
  codes: {
    wrongState: {
      ask: 'work-consent.already-asked',
      grant: 'work-consent.answered',
      decline: 'work-consent.answered',
      withdraw: 'work-consent.not-granted',
      'ask-again': 'work-consent.not-granted',
    },
    stale: 'work-consent.stale',
  },
}

/** Returns the answers that a party may give now. */
export function workConsentActionsFor(state: WorkConsentState, party: Party): WorkConsentAnswer[] {
  return workConsentAnswers.filter((answer) => allowedActions(workConsentMachine, state, party).includes(answer))
}

/** Returns what the creator may do with a client who has a say, whose consent is null until they were asked. */
export function workConsentQuestionsFor(state: WorkConsentState | null): WorkConsentQuestion[] {
  return workConsentQuestions.filter((step) => allowedActions(workConsentMachine, state, 'creator').includes(step))
}

/** A project whose client has a say about a work. */
export type WorkClient = { readonly projectId: string; readonly state: WorkConsentState | null }

/** The step of a creator with a work that no client has a say about yet: they say for which project it was made. */
export const listedWorkActions = ['name-client'] as const
export type ListedWorkAction = (typeof listedWorkActions)[number]

/** Returns what the creator may do with a work, by the clients who have a say about it and the creator's own projects. */
export function listedWorkActionsFor(
  clients: readonly WorkClient[],
  projects: readonly { readonly id: string }[],
): ListedWorkAction[] {
  return clients.length === 0 && projects.some(({ id }) => checkAsk(clients, id).ok) ? ['name-client'] : []
}

/**
 * Checks whether a creator may ask the client of one of their projects about a work, and returns the first state of the
 * consent. Refuses work-consent.client-known (conflict) for another project than those whose clients have a say, if any
 * has, and work-consent.already-asked (conflict).
 */
export function checkAsk(clients: readonly WorkClient[], projectId: string): Result<WorkConsentState> {
  const client = clients.find((one) => one.projectId === projectId)
  if (!client && clients.length > 0) return refuse('work-consent.client-known', 'conflict', { field: 'projectId' })
  const row = client && client.state !== null ? { state: client.state, version: 0 } : null
  return applyTransition(workConsentMachine, row, 'ask', 'creator')
}
