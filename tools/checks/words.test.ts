import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkWords } from './words.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'veranda-words-'))
  for (const folder of ['packages/i18n/src', 'apps', 'tools', 'e2e', 'bench']) {
    mkdirSync(join(root, folder), { recursive: true })
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function violationsIn(file: string, text: string): string[] {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  return checkWords(root).violations.map(({ line, what }) => `${line} ${what}`)
}

test.each([
  ['apps/planted.ts', '// It is made anew.\n', 'again'],
  ['apps/planted.tsx', '/** Answers the sum. */\nexport const one = 1\n', 'Returns'],
  ['apps/planted.sql', '-- For whoever asks.\n', 'they'],
  ['README.md', 'For whoever asks.\n', 'they'],
  ['start.mjs', 'start() // made anew\n', 'again'],
  ['apps/web/index.html', '<!-- For whoever asks. -->\n', 'they'],
  ['docs/alerts.yml', '# Somebody has to look.\n', 'user'],
  ['apps/planted.css', '/* The mark stands for the brand. */\n', 'represents'],
  ['apps/planted.ts', '// Absent to anybody else.\n', 'anyone'],
  ['apps/planted.ts', '/** What the user may do. */\nexport const one = 1\n', 'verb'],
  ['apps/planted.ts', '// Writes a frame and answers where it ends.\n', 'returns'],
  ['apps/planted.ts', '// The proxy answers what is not ours.\n', 'handles'],
  ['apps/planted.ts', '// Counts passwords, whosever they are.\n', 'any'],
  ['apps/planted.ts', '/** Says so. The user is\n * told of it. */\nexport const one = 1\n', 'notified'],
  ['apps/planted.ts', '// Shown to the owner. Others are not told.\n', 'notified'],
  ['apps/planted.ts', '// They are then told to sign out.\n', 'notified'],
  ['docs/planted.md', 'It starts again without being told to.\n', 'notified'],
  ['docs/planted.md', 'The oldest device is evicted and told why.\n', 'notified'],
  ['README.md', 'The demo world, told through the routes.\n', 'notified'],
  ['apps/planted.test.ts', "test('the parties are not told of it', run)\n", 'notified'],
  ['apps/planted.ts', '// Letters stand for 10 to 35.\n', 'represents'],
  ['apps/planted.ts', '/** The way in by which it began. */\nexport const one = 1\n', 'signed in'],
  ['apps/planted.ts', '// A line that stands\n// for the brand.\n', 'represents'],
  ['apps/planted.sql', '-- A line that stands\n-- for the brand.\n', 'represents'],
  ['apps/planted.ts', '// A node answers the call.\n', 'replies'],
  ['apps/planted.ts', '// The parser already answers the sum of both.\n', 'returns'],
  ['apps/planted.ts', '// A page that is cached still answers the call.\n', 'returns'],
  ['apps/planted.ts', '// Twice, because it answers the first one late.\n', 'returns'],
  ['apps/planted.ts', '/** Reads the row and answers its sum. */\nexport const one = 1\n', 'returns'],
  ['apps/planted.ts', '// Says so. Locks the row, reads it, and answers the sum.\n', 'returns'],
  ['apps/planted.test.ts', "test('it is made anew', run)\n", 'again'],
  ['apps/planted.test.ts', "test.each([1])('the owner is told of %s', run)\n", 'notified'],
  ['apps/planted.test.ts', 'describe(`for ${name} or whoever asks`, run)\n', 'they'],
  ['apps/planted.test.ts', "test.skip('a reader answers the call', run)\n", 'returns'],
  ['e2e/planted.spec.ts', "test.describe('a proxy answers the call', run)\n", 'replies'],
  ['apps/planted.sql', 'create table crowd (id uuid);\n', '"crowd"'],
  ['apps/planted.sql', 'alter table rooms add column told_at int;\n', '"told_at"'],
  ['packages/planted.ts', "export const name = 'crowd.grown'\n", '"crowd"'],
  ['packages/planted.ts', "export const code = 'patience.used-up'\n", '"patience"'],
  ['packages/planted.ts', 'export type Standing = 1\n', 'Standing'],
  ['packages/planted.ts', 'export const useWords = 1\n', 'useWords'],
  ['packages/planted.ts', 'export const filmId = 1\n', 'filmId'],
  ['packages/planted.ts', 'export const workId = 1\n', 'workId'],
  ['packages/planted.ts', 'export const worksOf = 1\n', 'worksOf'],
])('a banned word or a retired name is reported: %s', (file, text, expected) => {
  const [violation, ...others] = violationsIn(file, text)
  expect(violation).toMatch(/^1 /)
  expect(violation).toContain(expected)
  expect(others).toEqual([])
})

test.each([
  ['apps/web/src/use-people.test.tsx', 'export const one = 1\n', 'has a retired name'],
  ['apps/web/src/features/rooms/panel.ts', "export const path = 'menu/told'\n", '"told"'],
  ['apps/web/src/screens/room/panel.ts', 'export const action = (name: string) => `say:${name}`\n', '"say"'],
  ['packages/i18n/src/rooms/en.json', '{"stage.role": "3D room"}\n', '"stage"'],
  ['packages/i18n/src/rooms/en.json', '{"keys": "Arrow keys turn around the work."}\n', 'model'],
  ['packages/i18n/src/rooms/en.json', '{"guest": "Hosts place the work and its tools."}\n', 'model'],
  ['packages/i18n/src/rooms/en.json', '{"none": "Who is here, the work, its pins."}\n', 'model'],
  ['packages/i18n/src/assets/en.json', '{"asset.none": "There is no such work."}\n', 'file'],
  ['packages/i18n/src/bookings/en.json', '{"rail.reserved": "Slot held"}\n', 'reserved'],
  ['packages/i18n/src/bookings/en.json', '{"none": "{{name}} doesn’t offer sessions yet"}\n', 'service'],
  ['packages/i18n/src/bookings/en.json', '{"edit": "Edit your sessions"}\n', 'service'],
  ['packages/i18n/src/bookings/en.json', '{"failed": "Couldn’t load the sessions"}\n', 'service'],
  ['packages/i18n/src/bookings/en.json', '{"heading": "Sessions you offer"}\n', 'service'],
  ['packages/i18n/src/bookings/en.json', '{"add": "Add a session"}\n', 'service'],
  ['packages/i18n/src/bookings/en.json', '{"saved": "Session saved"}\n', 'service'],
  ['packages/i18n/src/talent/en.json', '{"fact": "Availability"}\n', 'new work'],
  ['packages/i18n/src/error-codes/en.json', '{"max": "You can offer at most {{max}} sessions."}\n', 'service'],
  ['packages/i18n/src/error-codes/en.json', '{"gone": "This session is no longer offered."}\n', 'service'],
  ['packages/i18n/src/error-codes/en.json', '{"user": "That person isn’t in this room."}\n', 'they'],
  ['packages/i18n/src/dashboard/en.json', '{"step": "A package, or a piece for your portfolio."}\n', 'item'],
])('a retired name of a file, an id or a message is reported: %s', (file, text, expected) => {
  const [violation, ...others] = violationsIn(file, text)
  expect(violation).toMatch(/^1 /)
  expect(violation).toContain(expected)
  expect(others).toEqual([])
})

test('the words of an id are allowed in sentences, outside of panels, and as a part of a word', () => {
  expect(violationsIn('apps/web/src/features/panel.ts', "export const text = 'She told us to say so'\n")).toEqual([])
  expect(violationsIn('apps/web/src/features/size.ts', "export const path = 'menu/retold'\n")).toEqual([])
  expect(violationsIn('apps/server/src/planted.ts', "export const path = '/things/1'\n")).toEqual([])
  expect(violationsIn('packages/i18n/src/rooms/en.json', '{"scene.none": "What he told you"}\n')).toEqual([])
})

test('work as what someone does is allowed in messages', () => {
  const text = '{"a": "Work has begun", "b": "You look at the work together", "c": "Until you approve the work."}\n'
  expect(violationsIn('packages/i18n/src/rooms/en.json', text)).toEqual([])
})

test.each([
  ['packages/core/src/rooms/floor.ts', '/** Returns the floor for a work at its placement. */\nexport const one = 1\n'],
  ['packages/core/src/assets/light.ts', '// As tight as the work, as ever.\n'],
  ['apps/web/src/three/shadow.ts', "// Reaches up the work's height.\n"],
  ['apps/web/src/three/land.ts', '// The floor of large works is deeper.\n'],
  ['apps/web/src/three/land.ts', '// Drawn for this work alone.\n'],
  ['apps/web/src/three/land.test.ts', "test('for a large work the land comes up', run)\n"],
  ['apps/web/src/three/land.test.ts', "test.each([1])('everything of the work throws a shadow', run)\n"],
  ['apps/web/src/features/rooms/view.test.tsx', "describe.for([1])('each work', run)\n"],
  ['apps/web/src/components/viewer/toolbar.css', '/* In sight as long as a part of the work is. */\n'],
])('a work for an asset is reported in comments and test names: %s', (file, text) => {
  expect(violationsIn(file, text)).toEqual([expect.stringMatching(/^1 says .* write asset or model$/)])
})

test('the verb, other folders and other strings may say work', () => {
  const verbs = '// A mesh works well. Keys that work alone make this work, and this works on each worker.\n'
  expect(violationsIn('apps/web/src/three/mesh.ts', verbs)).toEqual([])
  expect(violationsIn('apps/web/src/features/explore/card.ts', '// Shows one work large.\n')).toEqual([])
  expect(violationsIn('apps/web/src/three/mesh.test.ts', "test('it works', () => show('the work'))\n")).toEqual([])
})

test('a session as the meeting is allowed in messages', () => {
  const text =
    '{"a": "Cancel this session?", "b": "Book a session", "c": "Anyone who has it can see your sessions.", "d": "Loading the session", "e": "No upcoming sessions", "f": "Only free sessions can be booked"}\n'
  expect(violationsIn('packages/i18n/src/bookings/en.json', text)).toEqual([])
})

test('the same words in strings, and other uses of an answer, are allowed', () => {
  for (const text of [
    "// The server's answers are cached.\nexport const text = 'made anew for whoever asks'\n",
    '// The creator answers a request, and the client answers it with a counter-offer.\n',
    '// Of several answers one opens a session, and a request leads to the offer that answers it.\n',
    '// Users accept the offer and answers are written by hand.\n',
    "// Tests are run.\ntest(name, () => show('made anew'))\nit.only(5, 'anew')\n",
  ])
    expect([text, violationsIn('apps/planted.ts', text)]).toEqual([text, []])
})
