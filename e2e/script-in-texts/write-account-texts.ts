import { addPasskey, renamePasskey, startPasskey } from '@veranda/contract/accounts/passkeys/routes.ts'
import { reauthenticate } from '@veranda/contract/accounts/step-up/routes.ts'
import { changePayoutAccount } from '@veranda/contract/payments/routes.ts'
import { SoftwareAuthenticator } from '@veranda/server/features/accounts/passkeys/testing/software-authenticator.ts'
import { type ApiClient, openApiClient } from '../support/api-client.ts'
import type { Write } from './payloads.ts'

/** The example of a German account number in ISO 13616. */
const testIban = 'DE89370400440532013000'

/** Names a passkey of the creator and the bank account that their payouts go to. */
export async function writePasskeyAndPayoutAccount(kenji: ApiClient, url: string, write: Write): Promise<void> {
  // Passkeys need a name, and the other texts are written at the address.
  const origin = url.replace('127.0.0.1', 'localhost')
  const atName = await openApiClient(origin, 'Kenji')
  const demo = { method: 'demo' as const }
  await Promise.all([atName, kenji].map((client) => client.call(reauthenticate, { body: demo })))
  const { challenge } = await atName.call(startPasskey)
  const { id } = await atName.call(addPasskey, { body: new SoftwareAuthenticator().create(challenge, { origin }) })
  await kenji.call(renamePasskey, { params: { id }, body: { name: write('passkey-name', 60) } })
  await kenji.call(changePayoutAccount, { body: { holder: write('payout-holder', 70), iban: testIban } })
}
