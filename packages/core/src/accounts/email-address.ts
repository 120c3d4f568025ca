/** White space of any script, and characters without a shape: zero-width spaces, byte order marks, soft hyphens. */
const blank = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]$/u

/**
 * Returns the normal form of a typed e-mail address: NFKC, in lower case, without blanks at either end. Accounts are
 * found and attempts are counted by this form alone, so that two spellings of an address are never two addresses.
 */
export function normalizeEmail(typed: string): string {
  const characters = Array.from(typed.normalize('NFKC').toLowerCase())
  let [start, end] = [0, characters.length]
  // Compared from both ends, because a regular expression for the end is quadratic in a long run of blanks.
  while (start < end && blank.test(characters[start] ?? '')) start += 1
  while (end > start && blank.test(characters[end - 1] ?? '')) end -= 1
  return characters.slice(start, end).join('')
}
