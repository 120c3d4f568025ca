import { join } from 'node:path'
import { type Gateways } from './gateways.ts'
import { makeOutbox } from './mail/outbox.ts'
import { makeSmtp } from './mail/smtp.ts'
import { noPayments } from './payments/none.ts'
import { type SandboxDeps, sandboxPayments } from './payments/sandbox.ts'
import { makeDisk } from './storage/disk.ts'
import { makeS3 } from './storage/s3.ts'
import { uploadsInS3, uploadsOnDisk } from './storage/uploads.ts'

/** The real adapters where the environment configures them, the local stand-ins elsewhere. */
export function makeGateways(parts: SandboxDeps): Gateways {
  const { env } = parts
  return {
    mail: env.smtpUrl ? makeSmtp(env.smtpUrl, env.mailFrom) : makeOutbox(join(env.dataDir, 'mail'), parts.clock),
    storage: env.s3 ? makeS3(env.s3) : makeDisk(join(env.dataDir, 'files')),
    uploads: env.s3 ? uploadsInS3(env.s3) : uploadsOnDisk(join(env.dataDir, 'uploads')),
    payments: env.mode === 'sandbox' ? sandboxPayments(parts) : noPayments,
  }
}
