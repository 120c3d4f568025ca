import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino'

export type Logger = PinoLogger

/** Makes a logger of structured lines on standard output. Possible secrets are redacted. */
export function makeLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      serializers: { err: serializeError, error: serializeError },
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

/** Serialises an error without its other properties: drivers attach connections and statements. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const details = ['code', 'constraint', 'table', 'severity'].flatMap((key) => {
    // Drivers add these fields to their errors.
    const value: unknown = (error as unknown as Record<string, unknown>)[key]
    return typeof value === 'string' ? [[key, value]] : []
  })
  return {
    name,
    message,
    stack,
    ...Object.fromEntries(details),
    ...(cause === undefined ? {} : { cause: serializeError(cause) }),
  }
}
