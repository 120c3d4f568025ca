import { type RawBuilder, sql } from 'kysely'

/**
 * What somebody typed, as a text search: every word must occur, the beginning of a word is enough. Quotes, a minus or
 * the word `or` are taken as a web search takes them, for whole words.
 */
export function textQuery(typed: string): RawBuilder<unknown> {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const operators = /["]|(^|\s)-\S|\sor\s/i.test(typed)
  if (operators || words.length === 0) return sql`websearch_to_tsquery('simple', ${typed})`
  return sql`to_tsquery('simple', ${words.map((word) => `'${word}':*`).join(' & ')})`
}
