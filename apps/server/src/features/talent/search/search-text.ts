import {
  correctedTerm,
  hasSearchOperators,
  knownSkillWords,
  type SearchTerm,
  searchTermsOf,
  wordsOf,
} from '@veranda/core/talent/search/search-terms.ts'
import { closestWord } from '@veranda/core/talent/search/word-distance.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'

/** A term of the search in SQL: what has it, and what has the very word; and what replaced a mistyped word. */
type TextTerm = {
  readonly typed: string
  readonly corrected: string | null
  readonly any: RawBuilder<unknown>
  readonly exact: RawBuilder<unknown>
}

/** A search text in SQL; `terms` are empty for a text with operators, which matches as a whole or not at all. */
export type TextSearch = { readonly query: RawBuilder<unknown>; readonly terms: readonly TextTerm[] }

/** Returns 1 for the creators `c` whose pages have all words of a text, and 0 for others; 1 for a text of one word. */
export function hasAllWords({ terms }: TextSearch): RawBuilder<number> {
  if (terms.length < 2) return sql`1`
  return sql`(${sql.join(
    terms.map(({ any }) => sql`c.search @@ ${any}`),
    sql` and `,
  )})::integer`
}

/** The most similar words that the core chooses from. */
const maxSimilarWords = 24

/**
 * Reads a search text: any of its words matches, also by a prefix or a synonym. A word that no creator has is replaced
 * by the closest word that one has. Quotes, a minus or the word `or` switch to web search syntax with whole words.
 */
export async function readTextSearch(db: Db, text: string): Promise<TextSearch> {
  if (hasSearchOperators(text) || wordsOf(text).length === 0) {
    return { query: sql`websearch_to_tsquery('simple', ${text})`, terms: [] }
  }
  const corrected = await correctTerms(db, searchTermsOf(text))
  const terms = corrected.map(({ term, word }) => ({
    typed: term.typed,
    corrected: word,
    any: toTsquery(anyOf(term)),
    exact: toTsquery(exactly(term)),
  }))
  return { query: toTsquery(corrected.map(({ term }) => anyOf(term)).join(' | ')), terms }
}

type CorrectedTerm = { readonly term: SearchTerm; readonly word: string | null }

async function correctTerms(db: Db, terms: readonly SearchTerm[]): Promise<CorrectedTerm[]> {
  const found = await findWords(db, terms)
  const unknown = terms.filter((_, index) => found[index]?.isKnown === false)
  if (unknown.length === 0) return terms.map((term) => ({ term, word: null }))
  const corrected = terms.map((term, index): CorrectedTerm => {
    const { isKnown = true, similar = [] } = found[index] ?? {}
    const word = isKnown ? undefined : (closestWord(term.typed, similar) ?? closestWord(term.typed, knownSkillWords()))
    return word === undefined || word === term.typed ? { term, word: null } : { term: correctedTerm(term, word), word }
  })
  // A word of the kept list may be one that no creator has either, under none of its names.
  const isFound = await findWords(
    db,
    corrected.map(({ term }) => term),
  )
  return corrected.map((one, index) => {
    const term = terms[index]
    return isFound[index]?.isKnown === true || term === undefined ? one : { term, word: null }
  })
}

/** Returns for each term whether a creator has it, and otherwise the most similar words that one has. */
async function findWords(
  db: Db,
  terms: readonly SearchTerm[],
): Promise<readonly { readonly isKnown: boolean; readonly similar: readonly string[] }[]> {
  const { rows } = await sql<{ is_known: boolean; similar: string[] }>`
    select is_known, case when is_known then '[]' else (
      select coalesce(json_agg(word), '[]') from (
        select word from search_words order by word <-> term.typed limit ${sql.lit(maxSimilarWords)}
      ) as nearest where exists (select from creators c where c.is_findable and c.search @@ plainto_tsquery('simple', nearest.word))
    ) end as similar
    from unnest(${terms.map(({ typed }) => typed)}::text[], ${terms.map(anyOf)}::text[]) with ordinality as term (typed, query, at),
      lateral (select exists (select from creators c where c.is_findable and c.search @@ to_tsquery('simple', term.query)) as is_known) as seen
    order by term.at`.execute(db)
  return rows.map(({ is_known: isKnown, similar }) => ({ isKnown, similar }))
}

/** Returns the query for a word, with its prefixes, synonyms and related skills. */
function anyOf(term: SearchTerm): string {
  return [exactly(term), ...term.alternatives.map(phrase)].join(' | ')
}

/** Words have letters and digits only, so nothing in them ends the quotes. */
function exactly({ prefix }: SearchTerm): string {
  return `'${prefix}':*`
}

function phrase(text: string): string {
  return `(${wordsOf(text)
    .map((word) => `'${word}'`)
    .join(' <-> ')})`
}

function toTsquery(query: string): RawBuilder<unknown> {
  return sql`to_tsquery('simple', ${query})`
}
