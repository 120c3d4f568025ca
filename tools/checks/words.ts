import { filesBelow, readText } from './files.ts'
import { retiredCodeParts, retiredIds, retiredKeyParts, retiredNames, retiredSqlNames } from './retired-names.ts'
import { readSource } from './source.ts'
import type { Violation } from './table-access.ts'

/** Words that comments, docstrings and names of tests do without, each with what to write instead. */
const bannedInComments: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\banew\b/i, 'again'],
  [/\bnought\b/i, '0 or nothing'],
  [/\bwhoever\b/i, 'they, or the role'],
  [/\bsomebody\b/i, 'the user, or the role'],
  // With an adverb between the two, and without its verb: `are then told`, `and told why`, `told through`.
  [
    /\b(?:is|are|was|were|be|been|being)(?: (?:not|never|always|also|only|once|twice|again|still|then|thus|both|all|now|already|no longer|first|\w+ly))* told\b|(?:^|[.;:!?,] |\b(?:and|or|last|unless) )told\b|\btold through\b/i,
    'is notified, or receives',
  ],
  [/\b(?:stands?|stood|standing) for\b/i, 'is, or represents'],
  [/\bways? in by which\b/i, 'how the user signed in'],
  [/\banybody\b/i, 'anyone, or the role'],
  [/(?:^|[.;:!?]\s+)Answers\b/m, 'Returns'],
  [/\banswers (?:where|what|how|whether)\b/i, 'returns, or handles'],
  // A function or a program replies; only users answer. A plural or "the answers" is a noun.
  [
    /\b(?:apis?|apps?|bucket|browser|cache|call|code|database|device|endpoint|function|gateway|handler|hook|it|job|library|method|node|page|parser|peer|pool|postgres|process|program|provider|proxy|query|reader|route|sandbox|scanner|script|server|service|socket|statement|store|webhook|worker)`?(?: (?:that is \w+|never|always|only|also|still|then|now|already|no longer|itself|alone|\w+ly))* answers\b(?! (?:where|what|how|whether)\b)/i,
    'replies, returns or handles',
  ],
  // A sentence that begins with what a function does goes on with what it does.
  [
    /(?:^|[.;:!?] )(?!This|Its|Users|Clients|Creators)[A-Z][a-z]+s [^.;:!?]*(?:\b(?:and|or|then)|,) answers\b(?! (?:where|what|how|whether)\b)/,
    'returns, or handles',
  ],
  [/\bwhosever\b/i, 'of any user, or the role'],
]

/**
 * A work is a portfolio item as strangers see it, so these folders, which draw and measure models, have none. After one
 * of these words it is a noun; a part that works, or what makes this work, is a verb.
 */
const assetFolders = [
  'packages/core/src/rooms/',
  'packages/core/src/assets/',
  'apps/web/src/three/',
  'apps/web/src/components/viewer/',
  'apps/web/src/features/rooms/',
]
const workAsNoun =
  /\b(?:(?:an?|one|each|every|(?<!\b(?:makes?|making|lets?|letting|does|do|did) )this) work|(?:the|these|those|large|larger) works?)\b/i

/** Nouns on screen that the glossary replaced, as a message says them, each with its noun. */
const bannedInMessages: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(?:no such|this|that|a|remove|upload) works?\b(?! of)(?! (?:began|has|on))/i, 'file, asset or model'],
  [/\bpress on the work\b|\bloading the work\b|\bthe work could not be loaded\b/i, 'model'],
  [/\b(?:turn around|place|pin|measure) the work\b|, the work,/i, 'model'],
  [/\b(?:slot|time|session) (?:is |was )?held\b/i, 'reserved'],
  [/\bon hold\b|\ba hold of\b/i, 'not yet available, or its delay'],
  [/\bby a delivery\b/i, 'version or deliverable'],
  [/\bdemo people\b/i, 'demo users'],
  [/\b(?:offers? (?:at most \S+ )?|(?:add|save|new|edit) (?:a |the |your )?)sessions?\b/i, 'service'],
  [/\bsessions? (?:(?:that )?(?:you|they) offer|saved|(?:is|are) no longer offered)\b/i, 'service'],
  [/\bload(?:ing)? (?:(?:the|your) )?sessions\b/i, 'services'],
  [/\bthat person\b/i, 'they, or the name'],
  [/\ba piece for\b/i, 'an item'],
  [/\bavailability\b/i, 'hours of sessions, or new work of commissions'],
]

/** Comments of scripts, pages and configuration, by how the names of the files end. */
const commentsByEnding: Readonly<Record<string, RegExp>> = {
  '.js': /\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
  '.mjs': /\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
  '.cjs': /\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
  '.html': /<!--[\s\S]*?-->/g,
  '.yml': /#[^\n]*/g,
  '.yaml': /#[^\n]*/g,
  Caddyfile: /#[^\n]*/g,
  Dockerfile: /#[^\n]*/g,
  '.env.example': /#[^\n]*/g,
}
const folders = ['packages', 'apps', 'tools', 'e2e', 'bench']
/** A string that can be an id, or the text of a template around its parameters: `work/size`, `say:`. */
const idPattern = /^[\w./:-]+$/
/** The name of an event or the code of an error: `milestone.approved`, `stream:join`. */
const codePattern = /^[a-z-]+(?:[.:][a-z-]+)+$/
/** Where the panels of the web app are built; their ids are plain strings. */
const panelFolders = ['apps/web/src/features/', 'apps/web/src/screens/', 'apps/web/src/three/']
const retired = new Set<string>(retiredNames)
const retiredFileNames = new Set(retiredNames.map((name) => name.toLowerCase()))

/**
 * Finds words that the glossary replaced: banned words in all comments, test names and documents, a work for an asset in
 * comments and test names, retired names among identifiers and files, retired words in ids of panels and keys of messages, and retired nouns in messages.
 * Returns how much was looked at, so that a run that saw too little can fail.
 */
export function checkWords(root: string): {
  files: number
  comments: number
  testNames: number
  identifiers: number
  ids: number
  keys: number
  violations: Violation[]
} {
  const violations: Violation[] = []
  let files = 0
  let comments = 0
  let testNames = 0
  let identifiers = 0
  let ids = 0
  let keys = 0
  const inspectComment = (file: string, line: number, wrapped: string, isDoc = false) => {
    comments += 1
    const text = wrapped.replaceAll(/\s+/g, ' ')
    const opening = isDoc ? /^(?:What|How|Whether|Whoever)\b/.exec(text) : null
    if (opening)
      violations.push({ file, line, what: `begins a docstring with "${opening[0]}"; begin with a verb or a noun` })
    for (const [pattern, instead] of bannedInComments) {
      const found = pattern.exec(text)
      if (found) violations.push({ file, line, what: `says "${found[0].trim()}" in a comment; write ${instead}` })
    }
    inspectWork(file, line, text, 'a comment')
  }
  const inspectTestName = (file: string, line: number, name: string) => {
    testNames += 1
    for (const [pattern, instead] of bannedInComments) {
      const found = pattern.exec(name)
      if (found)
        violations.push({ file, line, what: `says "${found[0].trim()}" in the name of a test; write ${instead}` })
    }
    inspectWork(file, line, name, 'the name of a test')
  }
  const inspectWork = (file: string, line: number, text: string, where: string) => {
    if (!assetFolders.some((folder) => file.startsWith(folder))) return
    const found = workAsNoun.exec(text)
    if (found) violations.push({ file, line, what: `says "${found[0]}" in ${where}; write asset or model` })
  }
  for (const file of folders.flatMap((folder) => filesBelow(root, folder, ['.ts', '.tsx', '.sql', '.css']))) {
    if (file === 'tools/checks/retired-names.ts' || file === 'tools/checks/words.ts') continue
    files += 1
    if (hasRetiredName(file)) violations.push({ file, line: 1, what: 'has a retired name' })
    const text = readText(root, file)
    if (file.endsWith('.ts') || file.endsWith('.tsx')) {
      const source = readSource(file, text)
      for (const comment of joinLines(source.comments)) inspectComment(file, comment.line, comment.text, comment.isDoc)
      for (const { text: name, line } of source.testNames) inspectTestName(file, line, name)
      identifiers += source.identifiers.length
      for (const { name, line } of source.identifiers) {
        if (retired.has(name)) violations.push({ file, line, what: `uses the retired name "${name}"` })
      }
      const buildsPanels = panelFolders.some((folder) => file.startsWith(folder))
      for (const { text: string, line } of source.strings) {
        const code = codePattern.test(string) && string.split(/[.:-]/).find((part) => retiredCodeParts.includes(part))
        if (code) violations.push({ file, line, what: `uses the retired word "${code}" in the name "${string}"` })
        else if (buildsPanels && idPattern.test(string)) {
          ids += 1
          const found = string.split(/[/:.]/).find((part) => retiredIds.includes(part))
          if (found !== undefined) violations.push({ file, line, what: `uses the retired id "${found}"` })
        }
      }
    } else if (file.endsWith('.sql')) {
      for (const match of text.matchAll(/(?:--[^\n]*\n\s*)*--[^\n]*/g)) {
        inspectComment(file, lineAt(text, match.index), match[0].replaceAll(/\n\s*--/g, '\n'))
      }
      for (const match of text
        .replaceAll(/--[^\n]*|'[^']*'/g, (part) => ' '.repeat(part.length))
        .matchAll(/[a-z_]+/g)) {
        identifiers += 1
        if (retiredInSql(match[0])) {
          violations.push({ file, line: lineAt(text, match.index), what: `uses the retired name "${match[0]}"` })
        }
      }
    } else {
      for (const match of text.matchAll(/\/\*[\s\S]*?\*\//g)) inspectComment(file, lineAt(text, match.index), match[0])
    }
  }
  for (const [ending, pattern] of Object.entries(commentsByEnding)) {
    for (const file of filesBelow(root, '', [ending])) {
      files += 1
      const text = readText(root, file)
      for (const match of text.matchAll(pattern)) {
        inspectComment(file, lineAt(text, match.index), match[0])
      }
    }
  }
  for (const file of filesBelow(root, '', ['.md'])) {
    files += 1
    for (const [index, line] of readText(root, file).split('\n').entries()) inspectComment(file, index + 1, line)
  }
  for (const file of filesBelow(root, 'packages/i18n/src', ['en.json'])) {
    const text = readText(root, file)
    for (const [key, message] of Object.entries(JSON.parse(text) as Record<string, string>)) {
      keys += 1
      for (const [pattern, instead] of bannedInMessages) {
        const banned = pattern.exec(message)
        if (!banned) continue
        const line = text.slice(0, text.indexOf(`"${key}"`)).split('\n').length
        violations.push({ file, line, what: `says "${banned[0]}" in the message "${key}"; write ${instead}` })
      }
      const found = key.split(/[._]/).find((part) => retiredKeyParts.includes(part))
      if (found === undefined) continue
      const line = text.slice(0, text.indexOf(`"${key}"`)).split('\n').length
      violations.push({ file, line, what: `uses the retired word "${found}" in the key "${key}"` })
    }
  }
  return { files, comments, testNames, identifiers, ids, keys, violations }
}

type CodeComment = ReturnType<typeof readSource>['comments'][number]

/** Joins comments on lines that follow each other, because a sentence goes on from one to the next. */
function joinLines(comments: readonly CodeComment[]): CodeComment[] {
  const joined: CodeComment[] = []
  let nextLine = 0
  for (const comment of comments) {
    const last = joined.at(-1)
    if (last && !last.isDoc && !comment.isDoc && comment.line === nextLine) {
      joined[joined.length - 1] = { ...last, text: `${last.text} ${comment.text}` }
    } else joined.push(comment)
    nextLine = comment.line + 1
  }
  return joined
}

/** Returns the line of an offset in the text, counted from 1. */
function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** Returns whether a name of a table, column or type is a retired one in the spelling of SQL. */
function retiredInSql(name: string): boolean {
  return (
    name.split('_').some((part) => retiredSqlNames.includes(part)) ||
    retired.has(name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
  )
}

/** Returns whether the name of a file, up to its first dot and without hyphens, is a retired name in any case. */
function hasRetiredName(file: string): boolean {
  const [name = ''] = file.slice(file.lastIndexOf('/') + 1).split('.')
  return retiredFileNames.has(name.replaceAll('-', '').toLowerCase())
}
