import { type IdentityGateway, type SandboxIdentity } from './identity/identity-gateway.ts'
import { type LocationGateway } from './location/location-gateway.ts'
import { type MailGateway } from './mail/mail-gateway.ts'
import { type PaymentGateway } from './payments/payment-gateway.ts'
import { type PushGateway } from './push/push-gateway.ts'
import { type SandboxPayments } from './payments/sandbox-payments.ts'
import { type StorageGateway } from './storage/storage-gateway.ts'
import { type UploadStore } from './storage/upload-store.ts'

/** The external systems, each as an interface with a real and a sandbox adapter. */
export type Gateways = {
  readonly mail: MailGateway
  readonly identity: IdentityGateway
  /** The stand-in for providers without credentials, only in a sandbox; app.ts starts it and serves its pages. */
  readonly sandboxIdentity?: SandboxIdentity | undefined
  readonly locations: LocationGateway
  /** Undefined where push is switched off. */
  readonly push?: PushGateway | undefined
  readonly storage: StorageGateway
  readonly uploads: UploadStore
  /** Sandbox payments also deliver their own webhooks, so app.ts starts and stops them. */
  readonly payments: PaymentGateway | SandboxPayments
}
