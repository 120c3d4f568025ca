import { hash, verify } from '@node-rs/argon2'
import { type Result } from '@veranda/core/result.ts'
import { readFileSync } from 'node:fs'
import { passwordHashQueue } from './password-hash-queue.ts'

/** argon2id with 19 MiB, two passes, one lane (OWASP's first recommendation). */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashes a password when it is its turn. Call it outside a transaction: a hash takes long and may have to wait. Refuses
 * server.busy (unavailable) when too many wait.
 */
export function hashPassword(password: string): Promise<Result<string>> {
  return passwordHashQueue.run(() => hash(password.normalize('NFKC'), argon2Options))
}

/** Returns whether the password is the one of the hash; queues and refuses like `hashPassword`. */
export function verifyPassword(hashed: string, password: string): Promise<Result<boolean>> {
  return passwordHashQueue.run(() => verify(hashed, password.normalize('NFKC')))
}

/**
 * Common passwords and the words they are made of, in lower case, without the digits and signs people add around them;
 * and leaked passwords as they are, which tools/leaked-passwords.ts writes.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  ['common-passwords.txt', 'leaked-passwords.txt'].flatMap((name) =>
    readFileSync(new URL(name, import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean),
  ),
)
