import { hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB, two passes, one lane (OWASP's first recommendation). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost)
}

export async function verifyPassword(hashed: string, password: string): Promise<boolean> {
  return verify(hashed, password.normalize('NFKC'))
}
