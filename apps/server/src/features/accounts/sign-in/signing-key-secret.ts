import { symmetricDecrypt } from 'better-auth/crypto'
import { type SecretCheck } from '../../../platform/backup/secret-check.ts'

/** Finds out whether a secret is the one with which Better Auth has encrypted the signing keys. */
export const signingKeySecret: SecretCheck = {
  statement: 'select private_key from signing_keys',
  async fits(secret, rows) {
    try {
      // Better Auth stores the encrypted key as a JSON string.
      for (const row of rows)
        await symmetricDecrypt({ key: secret, data: String(JSON.parse(String(row['private_key']))) })
      return true
    } catch {
      return false
    }
  },
}
