export type Params = Readonly<Record<string, string | number>>
export type Catalogue = Readonly<Record<string, string>>

const rulesOf = new Map<string, Intl.PluralRules>()
const parts = new Map<string, readonly string[]>()

/**
 * Fills one sentence of a catalogue. `{{name}}` takes the parameter of that name; with a numeric `count` the plural
 * form of the language is chosen by its suffix (`_zero` for nought where given, then `_one` to `_other` by CLDR).
 * An unknown key answers itself, so that a gap is seen and nothing breaks. The same function speaks on the server and on the screen.
 */
export function render(catalogue: Catalogue, key: string, params: Params, language: string): string {
  const template = pick(catalogue, key, params['count'], language)
  if (template === undefined) return key
  let said = ''
  partsOf(template).forEach((part, index) => {
    said += index % 2 === 0 ? part : String(params[part] ?? '')
  })
  return said
}

/** Text and names of parameters in turn, text first; kept, as there are no more templates than the catalogues hold. */
function partsOf(template: string): readonly string[] {
  const known = parts.get(template)
  if (known) return known
  const found = template.split(/\{\{\s*(\w+)\s*\}\}/)
  parts.set(template, found)
  return found
}

function pick(catalogue: Catalogue, key: string, count: string | number | undefined, language: string) {
  if (typeof count !== 'number') return catalogue[key]
  let rules = rulesOf.get(language)
  if (!rules) {
    rules = new Intl.PluralRules(language)
    rulesOf.set(language, rules)
  }
  const nought = count === 0 ? catalogue[`${key}_zero`] : undefined
  return nought ?? catalogue[`${key}_${rules.select(count)}`] ?? catalogue[`${key}_other`] ?? catalogue[key]
}
