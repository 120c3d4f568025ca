import { filesBelow, readText } from './files.ts'
import { retiredNames } from './retired-names.ts'
import { readSource } from './source.ts'
import type { Violation } from './table-writes.ts'

/** Words that comments and docstrings do without, each with what to write instead. */
const bannedInComments: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\banew\b/i, 'again'],
  [/\bnought\b/i, '0 or nothing'],
  [/\bwhoever\b/i, 'they, or the role'],
  [/\bsomebody\b/i, 'the user, or the role'],
  [/\bis told\b/i, 'is notified, or receives'],
  [/\bstands for\b/i, 'is, or represents'],
  [/(?:^|[.;:!?]\s+)Answers\b/m, 'Returns'],
]

const folders = ['packages', 'apps', 'tools', 'e2e', 'bench']
const retired = new Set<string>(retiredNames)

/**
 * Finds words that the glossary replaced: banned words in comments of TypeScript, SQL and CSS, and retired names among
 * identifiers. Returns how much was looked at, so that a run that saw too little can fail.
 */
export function checkWords(root: string): {
  files: number
  comments: number
  identifiers: number
  violations: Violation[]
} {
  const violations: Violation[] = []
  let files = 0
  let comments = 0
  let identifiers = 0
  const inspectComment = (file: string, line: number, text: string) => {
    comments += 1
    for (const [pattern, instead] of bannedInComments) {
      const found = pattern.exec(text)
      if (found) violations.push({ file, line, what: `says "${found[0].trim()}" in a comment; write ${instead}` })
    }
  }
  for (const file of folders.flatMap((folder) => filesBelow(root, folder, ['.ts', '.tsx', '.sql', '.css']))) {
    if (file === 'tools/checks/retired-names.ts' || file === 'tools/checks/words.ts') continue
    files += 1
    const text = readText(root, file)
    if (file.endsWith('.ts') || file.endsWith('.tsx')) {
      const source = readSource(file, text)
      for (const comment of source.comments) inspectComment(file, comment.line, comment.text)
      identifiers += source.identifiers.length
      for (const { name, line } of source.identifiers) {
        if (retired.has(name)) violations.push({ file, line, what: `uses the retired name "${name}"` })
      }
    } else {
      const pattern = file.endsWith('.sql') ? /--[^\n]*/g : /\/\*[\s\S]*?\*\//g
      for (const match of text.matchAll(pattern)) {
        inspectComment(file, text.slice(0, match.index).split('\n').length, match[0])
      }
    }
  }
  return { files, comments, identifiers, violations }
}
