import { type Result, ok, refuse } from '../../result.ts'

export const passwordLimits = { min: 10, max: 200 } as const

/** A user, as far as their password may not repeat it. */
export type User = { readonly email: string | null; readonly name: string }

const none: ReadonlySet<string> = new Set()

/**
 * Checks a new password after NFKC, counted in code points. `common` holds widespread passwords and the words they are
 * made of, in lower case; the forms check without it and the server with it. Refuses (invalid, on `field`)
 * account.password-too-short (with `min`), account.password-too-long (with `max`), account.password-like-email when
 * it is the user's address or name, and account.password-too-common when it is on the list, a repeated piece or a run.
 */
export function checkPassword(
  password: string,
  user: User,
  common: ReadonlySet<string> = none,
  field = 'password',
): Result<true> {
  const normalized = password.normalize('NFKC')
  // Before lower-casing, which makes two code points of some letters.
  const { length } = Array.from(normalized)
  if (length < passwordLimits.min) {
    return refuse('account.password-too-short', 'invalid', { field, detail: { min: passwordLimits.min } })
  }
  if (length > passwordLimits.max) {
    return refuse('account.password-too-long', 'invalid', { field, detail: { max: passwordLimits.max } })
  }
  const plain = normalized.toLowerCase()
  if (isPersonal(plain, user)) return refuse('account.password-like-email', 'invalid', { field })
  if (isCommon(plain, common)) return refuse('account.password-too-common', 'invalid', { field })
  return ok(true)
}

/** Returns true for the user's address, its first part or their name, with or without digits and signs after it. */
function isPersonal(plain: string, { email, name }: User): boolean {
  const address = email?.toLowerCase() ?? ''
  const words = [address, address.split('@', 1)[0] ?? '', name.toLowerCase()]
  const withoutEnding = plain.replace(/[\d\W_]+$/u, '')
  return words.some(
    (word) => word.length > 3 && (plain === word || withoutEnding === word || plain === word.replaceAll(' ', '')),
  )
}

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
}

/** Returns true for a word of the list with digits and signs around it, one repeated piece, or a run of the keyboard. */
function isCommon(plain: string, common: ReadonlySet<string>): boolean {
  const bare = plain.replace(/^[\d\W_]+|[\d\W_]+$/gu, '')
  const readable = bare.replace(/[0134@5$]/g, (sign) => lookalikes[sign] ?? sign)
  return [plain, bare, readable].some((word) => common.has(word)) || /^(.{1,4})\1+.{0,3}$/u.test(plain) || isRun(plain)
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
  if (letters.length <= 3) return false
  return runs
    .flatMap((run) => [run, Array.from(run).toReversed().join('')])
    .some((run) => run.includes(letters) || (letters.startsWith(run.slice(0, 6)) && letters.length <= 14))
}

/** From what the rule refuses to what takes long to guess, in this order. */
export const passwordStrengths = ['refused', 'fair', 'good', 'strong'] as const
export type PasswordStrength = (typeof passwordStrengths)[number]

/** Characters that count, as below. */
const minGood = 14
const minStrong = 20

/**
 * Returns how strong a new password is: `refused` if `checkPassword` refuses it, and otherwise by its length in code
 * points after NFKC, of which at most twice as many count as there are different ones. Kinds of characters count for
 * nothing, because people add them in ways that are easy to guess. A form does not know the common passwords, which the
 * server refuses.
 */
export function passwordStrength(password: string, user: User): PasswordStrength {
  if (!checkPassword(password, user).ok) return 'refused'
  const characters = Array.from(password.normalize('NFKC'))
  const different = new Set(characters.map((one) => one.toLowerCase()))
  const counted = Math.min(characters.length, 2 * different.size)
  if (counted < minGood) return 'fair'
  return counted < minStrong ? 'good' : 'strong'
}
