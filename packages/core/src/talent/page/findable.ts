/**
 * The steps until clients find a creator, in order: the page says what they make, shows something to ask for, and they
 * have hours to book. The search, the gallery, the dashboard and the editor of the page all go by them.
 */
export const findableSteps = ['profile', 'work', 'availability'] as const
export type FindableStep = (typeof findableSteps)[number]

/** The facts of a creator's page that the steps are counted from. */
export type PageFacts = {
  readonly hasHeadline: boolean
  readonly hasSkills: boolean
  /** A package or an hourly service. */
  readonly hasService: boolean
  readonly hasPortfolio: boolean
  /** Weekly hours, or hours on single days. */
  readonly hasHours: boolean
}

/** Returns the steps of a creator, each done or not. */
export function findableStepsOf(page: PageFacts): readonly { readonly id: FindableStep; readonly done: boolean }[] {
  const done: Readonly<Record<FindableStep, boolean>> = {
    profile: page.hasHeadline && page.hasSkills,
    work: page.hasService || page.hasPortfolio,
    availability: page.hasHours,
  }
  return findableSteps.map((id) => ({ id, done: done[id] }))
}

/** Returns the steps that are not done yet; none of a creator whom clients find. */
export function stepsToBeFound(page: PageFacts): FindableStep[] {
  return findableStepsOf(page).flatMap(({ id, done }) => (done ? [] : [id]))
}
