import { expect } from 'vitest'

/** For states that a test waits for; the default of one second is too short on a busy machine. */
const asyncTimeoutMs = 10_000

// Tests without components do not load the library. Nothing is expected here, only the name of the file is read.
// oxlint-disable-next-line vitest/no-standalone-expect
if (expect.getState().testPath?.endsWith('.tsx')) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: asyncTimeoutMs })
}
