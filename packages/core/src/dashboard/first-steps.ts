import { type FindableStep } from '../talent/page/findable.ts'

/** The first steps of a new client, in order: a client has arrived once money for a first milestone is protected. */
export const firstClientSteps = ['project', 'agreement', 'funding'] as const
type ClientStep = (typeof firstClientSteps)[number]

type Steps<Id> = readonly { readonly id: Id; readonly done: boolean }[]
/** The first steps of a new user, in order; those of a creator are the ones until clients find them. */
export type FirstSteps =
  | { readonly role: 'client'; readonly steps: Steps<ClientStep> }
  | { readonly role: 'creator'; readonly steps: Steps<FindableStep> }

/** The facts that the steps are counted from. */
export type FirstStepFacts = {
  /** The steps until a creator is found; null for a user who has no page of one. */
  readonly creator: Steps<FindableStep> | null
  readonly client: { readonly hasProject: boolean; readonly hasAgreement: boolean; readonly hasFunded: boolean }
}

/**
 * Returns the first steps of a user, those of a creator for those who have a page of one, or null once all are done.
 * Where no payments are taken, nothing is funded.
 */
export function firstStepsOf({ creator, client }: FirstStepFacts, paymentsOn: boolean): FirstSteps | null {
  if (creator) return creator.every(({ done }) => done) ? null : { role: 'creator', steps: creator }
  const steps = [
    { id: 'project', done: client.hasProject },
    { id: 'agreement', done: client.hasAgreement },
    ...(paymentsOn ? ([{ id: 'funding', done: client.hasFunded }] as const) : []),
  ] as const
  return steps.every(({ done }) => done) ? null : { role: 'client', steps }
}
