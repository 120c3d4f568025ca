/**
 * The first steps of a new user, in order. A creator is found once their page says what they make, shows something to ask
 * for and has hours to book; a client has arrived once money for a first milestone is protected.
 */
export const firstSteps = {
  client: ['project', 'agreement', 'funding'],
  creator: ['profile', 'work', 'availability'],
} as const
export type FirstSteps = {
  readonly [Role in keyof typeof firstSteps]: {
    readonly role: Role
    readonly steps: readonly { readonly id: (typeof firstSteps)[Role][number]; readonly done: boolean }[]
  }
}[keyof typeof firstSteps]

/** The facts that the steps are counted from. */
export type Beginnings = {
  /** The page of a creator; null for a user who has none. */
  readonly creator: {
    readonly hasHeadline: boolean
    readonly hasSkills: boolean
    readonly hasService: boolean
    readonly hasPortfolio: boolean
    readonly hasHours: boolean
  } | null
  readonly client: { readonly hasProject: boolean; readonly hasAgreement: boolean; readonly hasFunded: boolean }
}

/**
 * Returns the first steps of a user, those of a creator for those who have a page of one, or null once all are done.
 * Where no payments are taken, nothing is funded.
 */
export function firstStepsOf({ creator, client }: Beginnings, paymentsOn: boolean): FirstSteps | null {
  if (creator) {
    const steps = [
      { id: 'profile', done: creator.hasHeadline && creator.hasSkills },
      { id: 'work', done: creator.hasService || creator.hasPortfolio },
      { id: 'availability', done: creator.hasHours },
    ] as const
    return steps.every(({ done }) => done) ? null : { role: 'creator', steps }
  }
  const steps = [
    { id: 'project', done: client.hasProject },
    { id: 'agreement', done: client.hasAgreement },
    ...(paymentsOn ? ([{ id: 'funding', done: client.hasFunded }] as const) : []),
  ] as const
  return steps.every(({ done }) => done) ? null : { role: 'client', steps }
}
