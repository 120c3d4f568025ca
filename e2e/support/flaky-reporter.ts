import type { FullResult, Reporter, Suite } from '@playwright/test/reporter'

/** More flaky journeys than this fail the run. */
const maxFlakyJourneys = 2

/** An annotation of a failure that fails the run although the second try passes; its description says what it is. */
export const unexcused = 'unexcused'

/**
 * Names the journeys that passed only on their second try. Fails the run if there are more than two, or if one of them
 * failed for something that a second try does not excuse.
 */
export default class FlakyReporter implements Reporter {
  #suite: Suite | undefined

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const flaky = this.#suite?.allTests().filter((one) => one.outcome() === 'flaky') ?? []
    for (const one of flaky) console.log(`flaky: ${one.titlePath().filter(Boolean).join(' › ')}`)
    const failures = flaky
      .flatMap(({ results }) => results.flatMap(({ annotations }) => annotations))
      .filter(({ type }) => type === unexcused)
    for (const { description } of failures) console.log(`not excused by a second try: ${description}`)
    if (failures.length > 0) return { status: 'failed' }
    if (flaky.length <= maxFlakyJourneys) return { status }
    console.log(`${flaky.length} journeys are flaky; at most ${maxFlakyJourneys} may be.`)
    return { status: 'failed' }
  }

  /** Returns false: the list reporter prints the progress. */
  printsToStdio(): boolean {
    return false
  }
}
