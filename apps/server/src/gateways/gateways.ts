import { type MailGateway } from './mail/mail.ts'
import { type StorageGateway } from './storage/storage.ts'

/** The world outside, each by its interface; a real and a sandbox adapter stand behind each. */
export type Gateways = {
  readonly mail: MailGateway
  readonly storage: StorageGateway
}
