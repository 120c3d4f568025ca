/** Longest place that is remembered, in UTF-16 units. */
const maxReturnPathLength = 2_000

/**
 * Returns a place of this app to which a sign-in leads back: path, query and hash. Returns undefined for anything that a
 * browser could read as another origin: `//host` and what it turns into that, such as a backslash, a dot segment, or a
 * control character, which it drops.
 */
export function parseReturnPath(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text.length > maxReturnPathLength) return undefined
  if (!text.startsWith('/') || /[\s\p{Cc}]/u.test(text) || !text.isWellFormed()) return undefined
  const [path = ''] = text.split(/[?#]/, 1)
  // Behind the path a backslash is a character as any other, which browsers write as it is.
  return /\\|\/\/|\/(\.|%2e){1,2}(\/|$)/i.test(path) ? undefined : text
}
