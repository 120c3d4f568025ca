/** Control characters, line and paragraph separators, and what turns the direction of writing (UAX #9). */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/**
 * A name out of somebody's file as it may be kept and shown: well-formed (no half of a surrogate pair), without
 * control characters, and without those that turn the writing round, so that a name that ends in ".exe" is
 * not read as one that ends in ".png".
 */
export function cleanName(name: string, instead = ''): string {
  return name.replace(unseen, instead).toWellFormed()
}
