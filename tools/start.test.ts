import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const starts = { timeout: 30_000, interval: 20 }
const stubServer = `
import { appendFileSync, readFileSync } from 'node:fs'
appendFileSync('lives', process.pid + '\\n')
const life = readFileSync('lives', 'utf8').trim().split('\\n').length
const act = process.env.LIVES.split(' ')[life - 1]
if (act === 'fails') process.exit(3)
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
process.send({ ready: true }, () => act === 'crashes' && process.kill(process.pid, 'SIGKILL'))
`

let root = ''
let starter: ChildProcess | undefined
let ended: Promise<number | null>
let stderr = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'veranda-start-'))
  for (const folder of ['tools', 'node_modules']) mkdirSync(join(root, folder))
  copyFileSync(join(import.meta.dirname, '../start.mjs'), join(root, 'start.mjs'))
  writeFileSync(join(root, 'tools/start.ts'), stubServer)
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  // Nothing is to be installed.
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(join(root, file), '{ "packages": {} }')
})
afterEach(() => {
  starter?.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

/** Runs the real start.mjs with a stub server; each start of the stub follows the script it is given. */
function start(...lives: readonly ('crashes' | 'fails' | 'serves')[]): void {
  const running = spawn(process.execPath, ['start.mjs', 'start'], {
    cwd: root,
    env: { ...process.env, LIVES: lives.join(' ') },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  starter = running
  stderr = ''
  running.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  ended = new Promise((resolve) => running.once('close', resolve))
}

function countLives(): number {
  try {
    return readFileSync(join(root, 'lives'), 'utf8').trim().split('\n').length
  } catch {
    return 0
  }
}

test('a server that served, crashed and then cannot start is tried again, with a growing pause, until a signal', async () => {
  start('crashes', 'fails', 'serves')
  await vi.waitFor(() => expect(countLives()).toBe(3), starts)
  expect(stderr.trim().split('\n')).toEqual([
    'The server ended (SIGKILL). Starting it again in 0.5 s.',
    'The server could not start (code 3). Starting it again in 1 s.',
  ])
  starter?.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(countLives()).toBe(3)
})

test('a signal between two lives ends the starter', async () => {
  start('crashes', 'fails', 'fails')
  await vi.waitFor(() => expect(stderr).toContain('in 1 s.'), starts)
  starter?.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(countLives()).toBe(2)
})

test('a server that has never served ends the starter at once', async () => {
  start('fails', 'serves')
  expect(await ended).toBe(3)
  expect(stderr).toBe('')
  expect(countLives()).toBe(1)
})
