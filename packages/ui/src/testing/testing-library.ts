import { expect } from 'vitest'

/** For states that a test waits for; the default of one second is too short on a busy machine. */
const asyncTimeoutMs = 10_000

// Tests without components do not load the library. Nothing is expected here, only the name of the file is read.
// oxlint-disable-next-line vitest/no-standalone-expect
if (expect.getState().testPath?.endsWith('.tsx')) {
  const { configure, prettyDOM } = await import('@testing-library/react')
  configure({
    asyncUtilTimeout: asyncTimeoutMs,
    // A wait makes an error for each try. The document, which takes longest, is written only if the message is read.
    getElementError(message, container) {
      const error = new Error()
      error.name = 'TestingLibraryElementError'
      Object.defineProperty(error, 'message', {
        get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
        configurable: true,
      })
      return error
    },
  })
}
