import { join } from 'node:path'
import { type Env } from '../env.ts'
import { type Gateways } from './gateways.ts'
import { makeOutbox } from './mail/outbox.ts'
import { makeSmtp } from './mail/smtp.ts'
import { makeDisk } from './storage/disk.ts'

/** The real adapters where the environment configures them, the local stand-ins elsewhere. */
export function makeGateways(env: Env): Gateways {
  return {
    mail: env.smtpUrl ? makeSmtp(env.smtpUrl, env.mailFrom) : makeOutbox(join(env.dataDir, 'mail')),
    storage: makeDisk(join(env.dataDir, 'files')),
  }
}
