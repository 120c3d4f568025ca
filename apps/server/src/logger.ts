import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino'

export type Logger = PinoLogger

/** Structured lines on standard output. What could be a secret is never written, whoever logs it. */
export function makeLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      serializers: { err: describe, error: describe },
      redact: {
        paths: [
          'password',
          'token',
          'secret',
          'cookie',
          'authorization',
          '*.password',
          '*.token',
          '*.secret',
          '*.cookie',
          '*.authorization',
          'req.headers',
          'headers.cookie',
          'headers.authorization',
        ],
        censor: '…',
      },
    },
    destination ?? pino.destination({ sync: false }),
  )
}

/** What an error tells, and nothing of what hangs on it: drivers attach their connections and statements. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const facts = ['code', 'constraint', 'table', 'severity'].flatMap((key) => {
    // Drivers add these fields to their errors.
    const value: unknown = (error as unknown as Record<string, unknown>)[key]
    return typeof value === 'string' ? [[key, value]] : []
  })
  return {
    name,
    message,
    stack,
    ...Object.fromEntries(facts),
    ...(cause === undefined ? {} : { cause: describe(cause) }),
  }
}
