import type { FullResult, Reporter, Suite } from '@playwright/test/reporter'

/** More flaky journeys than this fail the run. */
const maxFlakyJourneys = 2

/** Names the journeys that passed only on their second try, and fails the run if there are more than two. */
export default class FlakyReporter implements Reporter {
  #suite: Suite | undefined

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const flaky = this.#suite?.allTests().filter((one) => one.outcome() === 'flaky') ?? []
    for (const one of flaky) console.log(`flaky: ${one.titlePath().filter(Boolean).join(' › ')}`)
    if (flaky.length <= maxFlakyJourneys) return { status }
    console.log(`${flaky.length} journeys are flaky; at most ${maxFlakyJourneys} may be.`)
    return { status: 'failed' }
  }

  /** Returns false: the list reporter prints the progress. */
  printsToStdio(): boolean {
    return false
  }
}
