import { hash, verify } from '@node-rs/argon2'
import { readFileSync } from 'node:fs'

/** argon2id with 19 MiB, two passes, one lane (OWASP's first recommendation). */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), argon2Options)
}

export async function verifyPassword(hashed: string, password: string): Promise<boolean> {
  return verify(hashed, password.normalize('NFKC'))
}

/**
 * Common passwords and the words they are made of, in lower case, without the digits and signs people add around them.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)
