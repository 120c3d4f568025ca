export type MessageParams = Readonly<Record<string, string | number>>
export type Catalogue = Readonly<Record<string, string>>

const pluralRules = new Map<string, Intl.PluralRules>()
const templateParts = new Map<string, readonly string[]>()

/**
 * Formats one message of a catalogue. `{{name}}` takes the parameter of that name; a numeric `count` selects the plural
 * form by suffix (`_zero` for 0 where given, then `_one` to `_other` by CLDR). Returns an unknown key as is, so that
 * gaps are visible and nothing breaks. `writeText` may change what is written for a parameter that is a text. Used on
 * the server and on the web.
 */
export function formatMessage(
  catalogue: Catalogue,
  key: string,
  params: MessageParams,
  language: string,
  writeText = (text: string, _language: string) => text,
): string {
  const template = pickTemplate(catalogue, key, params['count'], language)
  if (template === undefined) return key
  let text = ''
  parseTemplate(template).forEach((part, index) => {
    const value = params[part] ?? ''
    text += index % 2 === 0 ? part : typeof value === 'string' ? writeText(value, language) : value
  })
  return text
}

/**
 * Splits a template into text and parameter names in turn, text first; cached without limit, since the templates are
 * the catalogues' own.
 */
function parseTemplate(template: string): readonly string[] {
  const cached = templateParts.get(template)
  if (cached) return cached
  const parsed = template.split(/\{\{\s*(\w+)\s*\}\}/)
  templateParts.set(template, parsed)
  return parsed
}

function pickTemplate(catalogue: Catalogue, key: string, count: string | number | undefined, language: string) {
  if (typeof count !== 'number') return catalogue[key]
  let rules = pluralRules.get(language)
  if (!rules) {
    rules = new Intl.PluralRules(language)
    pluralRules.set(language, rules)
  }
  const zeroForm = count === 0 ? catalogue[`${key}_zero`] : undefined
  return zeroForm ?? catalogue[`${key}_${rules.select(count)}`] ?? catalogue[`${key}_other`] ?? catalogue[key]
}
