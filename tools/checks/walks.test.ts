import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkWalks } from './walks.ts'

let root = ''
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'veranda-walks-'))
  write('apps/web/src/lib/call.ts', 'export const call = 1\n')
  write('apps/web/src/features/chair/button.tsx', "import { call } from '../../lib/call.ts'\nimport './panel.tsx'\n")
  write('apps/web/src/features/chair/panel.tsx', "import type { Events } from './events.ts'\n")
  write('apps/web/src/features/chair/events.ts', "import { on } from '../../lib/socket.ts'\n")
  write('apps/web/src/lib/socket.ts', 'export const on = 1\n')
  write(
    'apps/web/src/features/chair/frame.tsx',
    "import './events.ts'\nexport const load = () => import('./slot.tsx')\n",
  )
  write('apps/web/src/features/chair/slot.tsx', 'export const slot = 1\n')
  write('apps/server/src/http/handler.ts', 'export const serve = 1\n')
  write(
    'apps/server/src/features/chair/routes.ts',
    "import { serve } from '../../http/handler.ts'\nimport './sit.ts'\n",
  )
  write('apps/server/src/features/chair/sit.ts', 'deps.jobs.enqueue(tx)\n')
  write('apps/server/src/jobs/runner.ts', 'export const worker = 1\n')
  write('apps/server/src/features/chair/rest.ts', "import { worker } from '../../jobs/runner.ts'\n")
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const pipelines = [
  '- **request** (2 files): `lib/call.ts` ⇢ `http/handler.ts`.',
  '- **job** (1 files, entered by `deps.jobs.enqueue`): commit, `jobs/runner.ts`.',
]
const out =
  'Out: `features/chair/button.tsx` (in brackets) → `panel.tsx` → **request** ⤳ `features/chair/routes.ts` → `sit.ts` (decides) → **job**. 4 files, 7 with the pipelines.'
const back =
  'Back: **job** ⤳ `features/chair/rest.ts` ⇢ `lib/socket.ts` ⤳ `features/chair/events.ts` ⤳ `slot.tsx` (by `frame.tsx`) ⤳ `panel.tsx` (by `events.ts`). 4 files and 1 of the way out, 6 with the pipelines.'

function violationsOf(...lines: string[]): string[] {
  write('ARCHITECTURE.md', [...pipelines, ...lines].join('\n\n'))
  return checkWalks(root).violations.map(({ what }) => what)
}

test('a walk whose every hop and number is that of the code has no violation', () => {
  expect(violationsOf(out, back)).toEqual([])
  expect(checkWalks(root).hops).toBe(15)
})

test.each([
  ['a file that does not exist', out.replace('`sit.ts`', '`stand.ts`'), 'names stand.ts, which does not exist'],
  ['a hop without an import', out.replace('`sit.ts`', '`rest.ts`'), 'no file before imports rest.ts'],
  [
    'a call of what is imported for its types',
    out.replace('`panel.tsx` →', '`panel.tsx` → `events.ts` →'),
    'no file before imports events.ts',
  ],
  [
    'a file that registers nowhere',
    out.replace('routes.ts', 'sit.ts'),
    'no file before is joined to features/chair/sit.ts',
  ],
  ['a pipeline that no file enters', out.replace(' → `sit.ts` (decides)', ''), 'no file before enters job'],
  [
    'a pipeline that is not described',
    out.replace('**job**', '**jobs**'),
    'names the pipeline jobs, which is not described',
  ],
  [
    'a wrong number of files',
    out.replace('4 files', '3 files'),
    'it says 3 files and 0 of the way out, and has 4 and 0',
  ],
  ['a wrong sum', out.replace('7 with', '6 with'), 'it says 6 with the pipelines, and has 7'],
  [
    'a sum that is left out',
    out.replace(', 7 with the pipelines', ''),
    'it says nothing with the pipelines, and has 7',
  ],
])('a walk with %s is reported', (_, planted, what) => {
  expect(violationsOf(planted)).toContain(`Out: ${what}`)
})

test('files in brackets have to join a file to one before it', () => {
  expect(violationsOf(out, back.replace(' (by `frame.tsx`)', ''))).toContain(
    'Back: no file before is joined to slot.tsx',
  )
  expect(violationsOf(out, back.replace('1 of the way out', '2 of the way out'))).toEqual([
    'Back: it says 4 files and 2 of the way out, and has 4 and 1',
  ])
})

test('a way with more than 12 files out or 10 back is too long', () => {
  const chain = Array.from({ length: 13 }, (_, index) => `step-${index}.ts`)
  for (const [index, name] of chain.entries()) write(`apps/web/src/${name}`, `import './step-${index + 1}.ts'\n`)
  const way = (title: string, length: number) =>
    `${title}: ${chain
      .slice(0, length)
      .map((name) => `\`${name}\``)
      .join(' → ')}. ${length} files.`
  expect(violationsOf(way('Out', 12), '', 'Out: `step-12.ts`. 1 file.', way('Back', 10))).toEqual([])
  expect(violationsOf(way('Out', 13))).toEqual(['Out: it has too many files'])
  expect(violationsOf('Out: `step-12.ts`. 1 file.', way('Back', 11))).toEqual(['Back: it has too many files'])
})
