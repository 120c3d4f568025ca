import english from '@veranda/words/refusals/en.json' with { type: 'json' }

const catalogues: Readonly<Record<string, Readonly<Record<string, string>>>> = { en: english }

/** The sentence of a refusal's code in `language`, English where it is not translated, with its facts filled in. */
export function sentence(
  code: string,
  language: string,
  facts: Readonly<Record<string, string | number>> = {},
): string {
  const text = catalogues[language]?.[code] ?? catalogues['en']?.[code] ?? code
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(facts[name] ?? ''))
}
