import { sentenceFor } from '../say.ts'

/** The sentence of a refusal's code in `language`, English where it is not translated, with its facts filled in. */
export function sentence(
  code: string,
  language: string,
  facts: Readonly<Record<string, string | number>> = {},
): string {
  return sentenceFor('refusals', code, facts, language) ?? code
}
