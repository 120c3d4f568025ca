import { join } from 'node:path'
import { socialProviders } from '@veranda/core/accounts/social/social-provider.ts'
import { type Env } from '../env.ts'
import { type Gateways } from './gateways.ts'
import { makeIdentityGateway, makeProviders } from './identity/make-identity-gateway.ts'
import { makeSandboxIdentity } from './identity/sandbox-identity.ts'
import { openLocationDatabase } from './location/location-database.ts'
import { noLocations } from './location/location-gateway.ts'
import { makeSandboxMailbox } from './mail/sandbox-mailbox.ts'
import { makeSmtpMailer } from './mail/smtp-mailer.ts'
import { disabledPayments } from './payments/payment-gateway.ts'
import { type SandboxDeps, sandboxPayments } from './payments/sandbox-payments.ts'
import { type PushOutcome } from './push/push-gateway.ts'
import { makeWebPushSender } from './push/web-push-sender.ts'
import { makeDiskStorage } from './storage/disk-storage.ts'
import { makeS3Storage } from './storage/s3-storage.ts'
import { makeS3UploadStore, makeDiskUploadStore } from './storage/upload-store.ts'

type GatewayParts = SandboxDeps & {
  /** Called with what became of each push. */
  readonly onPush?: ((outcome: PushOutcome['kind'] | 'unreachable') => void) | undefined
}

/** Makes real adapters where the environment configures them, and local ones otherwise. */
export function makeGateways(parts: GatewayParts): Gateways {
  const { env } = parts
  return {
    mail: env.smtpUrl
      ? makeSmtpMailer(env.smtpUrl, env.mailFrom)
      : makeSandboxMailbox(join(env.dataDir, 'mail'), parts.clock),
    ...makeIdentityGateways(env),
    ...makeFileGateways(env),
    locations: env.locationDatabase === undefined ? noLocations : openLocationDatabase(env.locationDatabase),
    push: makePushGateway(parts),
    payments: env.payments ? sandboxPayments(parts) : disabledPayments,
  }
}

/**
 * Makes the sign-in by a provider. Without credentials a sandbox stands in for it, where demo users can be entered too:
 * both let anyone in who reaches the server.
 */
function makeIdentityGateways(env: Env): Pick<Gateways, 'identity' | 'sandboxIdentity'> {
  if (!env.socialAuth) return { identity: makeIdentityGateway({}) }
  const configured = makeProviders(env.socialProviders)
  const absent = socialProviders.filter((name) => configured[name] === undefined)
  const sandboxIdentity = env.demoEntry && absent.length > 0 ? makeSandboxIdentity(absent, env) : undefined
  return { identity: makeIdentityGateway({ ...sandboxIdentity?.providers, ...configured }), sandboxIdentity }
}

function makePushGateway({ env, onPush }: GatewayParts): Gateways['push'] {
  const { vapidKeys: keys, vapidSubject: subject } = env
  return env.push && keys ? makeWebPushSender({ keys, subject, onOutcome: (outcome) => onPush?.(outcome) }) : undefined
}

/** Makes the adapters that hold files: a bucket where one is configured, else folders of the data directory. */
export function makeFileGateways({ s3, dataDir }: Pick<Env, 's3' | 'dataDir'>): Pick<Gateways, 'storage' | 'uploads'> {
  return {
    storage: s3 ? makeS3Storage(s3) : makeDiskStorage(join(dataDir, 'files')),
    uploads: s3 ? makeS3UploadStore(s3) : makeDiskUploadStore(join(dataDir, 'uploads')),
  }
}
