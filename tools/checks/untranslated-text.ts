import { filesBelow, readText } from './files.ts'
import type { Violation } from './table-access.ts'

/** Letters between tags, and in attributes that users read. */
const textBetweenTags = />\s*([A-Za-z][^<>{}\n]*[a-z][^<>{}\n]*)\s*<\//g
const textAttributes = /\b(?:aria-label|title|placeholder|alt|label|hint)="([^"]*[A-Za-z]{2}[^"]*)"/g
const physicalCss =
  /^\s*(?:margin|padding|border)-(?:left|right)|^\s*(?:left|right)\s*:|text-align:\s*(?:left|right)|float:\s*(?:left|right)/gm

/** Finds untranslated text in components and physical sides in CSS. */
export function checkUntranslatedText(root: string): { files: number; violations: Violation[] } {
  const components = ['apps/web/src', 'packages/ui/src']
    .flatMap((folder) => filesBelow(root, folder, ['.tsx']))
    .filter((file) => !file.endsWith('.test.tsx'))
  const sheets = ['apps/web/src', 'packages/ui/src'].flatMap((folder) => filesBelow(root, folder, ['.css']))
  const violations: Violation[] = []
  const scan = (file: string, pattern: RegExp, describe: (found: string) => string) => {
    const text = withoutComments(readText(root, file))
    for (const match of text.matchAll(pattern)) {
      if (isMessageKey(match[1] ?? '')) continue
      const line = text.slice(0, match.index).split('\n').length
      violations.push({ file, line, what: describe((match[1] ?? match[0]).trim()) })
    }
  }
  for (const file of components) {
    scan(file, textBetweenTags, (found) => `bare text "${found}"`)
    scan(file, textAttributes, (found) => `bare text "${found}" in an attribute`)
  }
  for (const file of sheets) scan(file, physicalCss, (found) => `physical side "${found}"; use the logical one`)
  return { files: components.length + sheets.length, violations }
}

/** Returns whether the text is a message key, such as `room.title`. */
function isMessageKey(text: string): boolean {
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(text)
}

/** Replaces comments by blanks, so that line numbers stay the same. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
}
