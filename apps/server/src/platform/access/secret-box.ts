import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type Deps } from '../deps.ts'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** `purpose` has a key of its own. `context` is who the secret belongs to: copied to another row it cannot be read. */
type SecretUse = { readonly purpose: 'totp secrets' | 'stored replies' | 'push keys'; readonly context: string }

/** Where the server's own secret is. */
export type SecretSource = { readonly env: Pick<Deps['env'], 'secret'> }

/** Encrypts a secret that the server has to read again, with a key derived from its own. */
export function sealSecret(plain: string, { purpose, context }: SecretUse, deps: SecretSource): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyFor(purpose, deps), nonce)
  cipher.setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts what `sealSecret` returned. Throws for another use, another key, or changed bytes. */
export function openSecret(box: string, { purpose, context }: SecretUse, deps: SecretSource): string {
  const bytes = Buffer.from(box, 'base64url')
  const decipher = createDecipheriv(algorithm, keyFor(purpose, deps), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}

function keyFor(purpose: SecretUse['purpose'], { env }: SecretSource): Buffer {
  if (!env.secret) throw new Error('server secret is missing: it must be loaded before the first request')
  return Buffer.from(hkdfSync('sha256', env.secret, '', `veranda ${purpose}`, keyBytes))
}
