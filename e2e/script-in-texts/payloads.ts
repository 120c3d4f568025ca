/** Texts that would run in a page that took them for markup, a template or an address. All set `executed`. */
const payloads = [
  '<img src=x onerror=executed=1>',
  '"><script>executed=1</script>',
  'javascript:executed=1//',
  "{{constructor.constructor('executed=1')()}}",
  '<svg/onload=executed=1>',
  '<template><img src=x onerror=executed=1></template>',
  '${executed=1}',
  '[a](javascript:executed=1)',
  '<iframe srcdoc="<script>parent.executed=1</script>">',
  '&lt;img src=x onerror=executed=1&gt;',
  '" onmouseover=executed=1 x="',
  '</title></style><a href=javascript:executed=1>a</a>',
]

/** Returns whether a text has one of the payloads. */
export const isScript = (text: string): boolean => text.includes('executed=1')

/** Longest text that is written into a field of several lines, in UTF-16 units. */
export const severalLines = 2_000
/** Returns the text of a field, with script in it. */
export type Write = (field: string, max?: number) => string

const maxOneLine = 120
let taken = 0

/**
 * Returns a text for a field that begins with its name, so that it can be found again: with one payload, or with all of
 * them and a mark that turns the reading direction where the field has several lines.
 */
export function scriptFor(field: string, max: number = maxOneLine): string {
  if (max > maxOneLine) return `[${field}] \u202e(turned) ${payloads.join(' ')}`
  const fitting = payloads.filter((payload) => field.length + payload.length + 3 <= max)
  const payload = fitting[taken % fitting.length]
  if (payload === undefined) throw new Error(`no payload is short enough for ${field}`)
  taken += 1
  return `[${field}] ${payload}`
}
