import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino'

export type Logger = PinoLogger

/** Structured lines on standard output. What could be a secret is never written, whoever logs it. */
export function makeLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
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
