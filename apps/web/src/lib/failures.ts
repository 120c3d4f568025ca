import { errorReporting } from './build-settings.ts'

const early: unknown[] = []
let handle: (error: unknown) => void = (error) => early.push(error)

/** Notes that something has failed; the reporter, which is loaded once the browser is idle, takes it over. */
export function recordFailure(error: unknown): void {
  handle(error)
}

/** Hands over what has failed so far, and what fails from now on. */
export function onFailure(handler: (error: unknown) => void): void {
  handle = handler
  early.splice(0).forEach(handler)
}

if (errorReporting) {
  addEventListener('error', ({ error }) => recordFailure(error))
  addEventListener('unhandledrejection', ({ reason }) => recordFailure(reason))
}
