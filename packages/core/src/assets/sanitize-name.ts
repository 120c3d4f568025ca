import { replaceHiddenCharacters } from '../text.ts'

/**
 * Sanitizes a name from an uploaded file for storage and display: makes it well-formed (no lone surrogates) and removes
 * what is not seen, such as control characters and bidirectional marks, so that a name ending in ".exe" does not read
 * as ".png".
 */
export function sanitizeName(name: string, replacement = ''): string {
  return replaceHiddenCharacters(name, replacement).toWellFormed()
}
