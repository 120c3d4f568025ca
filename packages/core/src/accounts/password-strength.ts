import { checkPassword, type User } from './password.ts'

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
  const characters = Array.from(password.normalize('NFKC').toLowerCase())
  const counted = Math.min(characters.length, 2 * new Set(characters).size)
  if (counted < minGood) return 'fair'
  return counted < minStrong ? 'good' : 'strong'
}
