import { hash, verify } from '@node-rs/argon2'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { commonPasswords } from './common-passwords.ts'

export const leastCharacters = 10

/** argon2id with 19 MiB, two passes, one lane (OWASP's first recommendation). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost)
}

export async function verifyPassword(hashed: string, password: string): Promise<boolean> {
  return verify(hashed, password.normalize('NFKC'))
}

/** Whether a password may be chosen: long enough, not a common one, not the person's own name or address. */
export function mayChoose(password: string, person: { email: string; name: string }, field = 'password'): Result<true> {
  const plain = password.normalize('NFKC').toLowerCase()
  if (Array.from(plain).length < leastCharacters) {
    return refuse('account.password-too-short', 'invalid', { field, detail: { least: leastCharacters } })
  }
  const own = [
    person.email.toLowerCase(),
    person.email.split('@', 1)[0]?.toLowerCase() ?? '',
    person.name.toLowerCase(),
  ]
  const core = plain.replace(/[\d\W_]+$/u, '')
  if (own.some((word) => word.length > 3 && (plain === word || core === word || plain === word.replaceAll(' ', '')))) {
    return refuse('account.password-like-email', 'invalid', { field })
  }
  if (isCommon(plain)) return refuse('account.password-too-common', 'invalid', { field })
  return ok(true)
}

/** On the list, one character or short piece repeated, a run, or a word of the list with digits and signs around it. */
function isCommon(plain: string): boolean {
  const bare = plain.replace(/^[\d\W_]+|[\d\W_]+$/gu, '')
  const readable = bare
    .replaceAll('0', 'o')
    .replaceAll('1', 'i')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll('@', 'a')
    .replaceAll('5', 's')
    .replaceAll('$', 's')
  if ([plain, bare, readable].some((word) => commonPasswords.has(word))) return true
  if (/^(.{1,4})\1+.{0,3}$/u.test(plain)) return true
  return isRun(plain)
}

const runs = [
  '0123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'q1w2e3r4t5y6u7i8o9p0',
]

function isRun(plain: string): boolean {
  const letters = plain.replace(/[\W_]/gu, '')
  return runs.some((run) => {
    const both = [run, Array.from(run).toReversed().join('')]
    return both.some(
      (line) =>
        letters.length > 3 &&
        (line.includes(letters) || (letters.startsWith(line.slice(0, 6)) && letters.length <= 14)),
    )
  })
}
