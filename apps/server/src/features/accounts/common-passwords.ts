import { readFileSync } from 'node:fs'

/** Common passwords and the words they are made of, lower case, without the digits and signs people put around them. */
export const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)
