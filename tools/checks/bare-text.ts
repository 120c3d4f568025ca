import { filesBelow, textOf } from './files.ts'
import type { Violation } from './table-writes.ts'

/** Letters that stand between tags, and in the attributes that people read. */
const betweenTags = />\s*([A-Za-z][^<>{}\n]*[a-z][^<>{}\n]*)\s*<\//g
const attributes = /\b(?:aria-label|title|placeholder|alt|label|hint)="([^"]*[A-Za-z]{2}[^"]*)"/g
const physical =
  /^\s*(?:margin|padding|border)-(?:left|right)|^\s*(?:left|right)\s*:|text-align:\s*(?:left|right)|float:\s*(?:left|right)/gm

/** Text comes from the catalogues and CSS is logical: names each bare sentence in a component, each physical side in CSS. */
export function checkBareText(root: string): { files: number; violations: Violation[] } {
  const components = ['apps/web/src', 'packages/ui/src']
    .flatMap((folder) => filesBelow(root, folder, ['.tsx']))
    .filter((file) => !file.endsWith('.test.tsx'))
  const sheets = ['apps/web/src', 'packages/ui/src'].flatMap((folder) => filesBelow(root, folder, ['.css']))
  const violations: Violation[] = []
  const look = (file: string, pattern: RegExp, what: (found: string) => string) => {
    const text = withoutComments(textOf(root, file))
    for (const match of text.matchAll(pattern)) {
      if (isKey(match[1] ?? '')) continue
      const line = text.slice(0, match.index).split('\n').length
      violations.push({ file, line, what: what((match[1] ?? match[0]).trim()) })
    }
  }
  for (const file of components) {
    look(file, betweenTags, (found) => `bare text "${found}"`)
    look(file, attributes, (found) => `bare text "${found}" in an attribute`)
  }
  for (const file of sheets) look(file, physical, (found) => `physical side "${found}"; use the logical one`)
  return { files: components.length + sheets.length, violations }
}

/** A key of a catalogue, such as `room.title`, is not a sentence. */
function isKey(text: string): boolean {
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(text)
}

/** Comments become blanks, so that lines keep their numbers. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
}
