const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that is safe to send; made by `html` only. */
export type Html = { readonly markup: string }
type Value = string | number | Html | readonly Html[]

/** Builds markup; texts and quoted attributes are escaped, markup and lists of it are put in as they are. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: parts.reduce((text, part, at) => `${text}${toMarkup(values[at - 1] ?? '')}${part}`) }
}

/** Escapes a text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

function toMarkup(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}
