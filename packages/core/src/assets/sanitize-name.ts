/** Control characters, line and paragraph separators, and bidirectional formatting characters (UAX #9). */
const invisibleCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/**
 * Sanitizes a name from an uploaded file for storage and display: makes it well-formed (no lone surrogates) and removes
 * control characters and bidirectional marks, so that a name ending in ".exe" does not read as ".png".
 */
export function sanitizeName(name: string, replacement = ''): string {
  return name.replace(invisibleCharacters, replacement).toWellFormed()
}
