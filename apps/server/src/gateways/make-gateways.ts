import { join } from 'node:path'
import { type Gateways } from './gateways.ts'
import { makeOutbox } from './mail/outbox.ts'
import { makeSmtp } from './mail/smtp.ts'
import { noPayments } from './payments/none.ts'
import { type SandboxDeps, sandboxPayments } from './payments/sandbox.ts'
import { makeDisk } from './storage/disk.ts'

/** The real adapters where the environment configures them, the local stand-ins elsewhere. */
export function makeGateways(parts: SandboxDeps): Gateways {
  const { env } = parts
  return {
    mail: env.smtpUrl ? makeSmtp(env.smtpUrl, env.mailFrom) : makeOutbox(join(env.dataDir, 'mail')),
    storage: makeDisk(join(env.dataDir, 'files')),
    payments: env.mode === 'sandbox' ? sandboxPayments(parts) : noPayments,
  }
}
