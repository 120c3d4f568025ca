/** The work was not done in its time. */
export class DeadlineError extends Error {
  constructor(timeoutMs: number) {
    super(`not done within ${timeoutMs} ms`)
  }
}

/** Returns what the work returns; throws a DeadlineError when it takes longer. The work itself goes on. */
export async function withinDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(timeoutMs)), timeoutMs)
  })
  // A failure after the deadline is not an unhandled rejection.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
