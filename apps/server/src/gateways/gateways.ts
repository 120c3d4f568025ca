import { type MailGateway } from './mail/mail.ts'
import { type PaymentGateway } from './payments/payments.ts'
import { type SandboxPayments } from './payments/sandbox.ts'
import { type StorageGateway } from './storage/storage.ts'
import { type UploadStore } from './storage/uploads.ts'

/** The world outside, each by its interface; a real and a sandbox adapter stand behind each. */
export type Gateways = {
  readonly mail: MailGateway
  readonly storage: StorageGateway
  readonly uploads: UploadStore
  /** The sandbox's own webhooks are delivered by the one who also listens. */
  readonly payments: PaymentGateway | SandboxPayments
}
