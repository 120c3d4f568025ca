import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createMilestoneFixture, startMilestoneCharge } from './features/payments/testing/milestone-fixture.ts'
import { makeTestDatabase } from './platform/db/testing/test-database.ts'
import { testApp } from './testing/test-app.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veranda-run-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const nodeEnvironment = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }

/** Starts a server that is expected to exit; returns its exit code and output. */
async function startServer(env: Record<string, string>): Promise<{ code: number | null; line: string }> {
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main], {
    env: { ...nodeEnvironment, VERANDA_DATA: folder, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let line = ''
  child.stderr.on('data', (chunk: Buffer) => (line += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, line }
}

test('invalid origins end startup with a line that names the variable', async () => {
  const { code, line } = await startServer({ ALLOWED_ORIGINS: 'not an origin;*' })
  expect([code, line.split('\n').length]).toEqual([1, 2])
  expect(line).toContain('ALLOWED_ORIGINS')
})

test('an unusable data folder ends startup with a line that names it', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const folders = [join(file, 'data'), ...(platform() === 'linux' ? ['/proc/x'] : [])]
  for (const path of folders) {
    const { code, line } = await startServer({ VERANDA_DATA: path })
    expect([code, line.split('\n').length]).toEqual([1, 2])
    expect(line).toContain(`VERANDA_DATA ${path} cannot be used`)
  }
})

test('a database of locations that cannot be read ends startup with a line that names the variable', async () => {
  const file = join(folder, 'text.mmdb')
  await writeFile(file, 'a text')
  for (const path of [file, join(folder, 'missing.mmdb')]) {
    const { code, line } = await startServer({ LOCATION_DATABASE: path })
    expect([code, line.split('\n').length]).toEqual([1, 2])
    expect(line).toContain(`LOCATION_DATABASE ${path} cannot be used`)
  }
})

test('a taken port is reported before a database is created', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The server listens on a port.
  const { port } = server.address() as AddressInfo
  const data = join(folder, 'data')
  const { code, line } = await startServer({ PORT: String(port), VERANDA_DATA: data })
  server.close()
  expect({ code, line }).toEqual({
    code: 1,
    line: `PORT ${port} is taken on 127.0.0.1: end what runs there or set another PORT\n`,
  })
  expect(await readdir(data)).toEqual([])
})

/** Returns the environment that the container image sets. */
async function containerEnvironment(): Promise<Record<string, string>> {
  const dockerfile = await readFile(join(import.meta.dirname, '../../../Dockerfile'), 'utf8')
  const lines = dockerfile.split('\n').filter((line) => line.startsWith('ENV '))
  return Object.fromEntries(
    lines.flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value])),
  )
}

test('the container image runs production on every address, and names all that it lacks', async () => {
  const environment = await containerEnvironment()
  expect(environment).toEqual({ VERANDA_MODE: 'production', HOST: '0.0.0.0', PORT: '4000', VERANDA_DATA: '/data' })
  const { code, line } = await startServer({ ...environment, VERANDA_DATA: folder })
  const names = line
    .trim()
    .split('\n')
    .map((text) => text.split(' ', 1)[0])
  expect([code, names]).toEqual([1, ['VERANDA_SECRET', 'PUBLIC_URL', 'SMTP_URL', 'PAYMENTS']])
})

async function findFreePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  // The server listens on a port.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

const productionVariables = {
  VERANDA_SECRET: 'a secret of at least thirty-two characters',
  PUBLIC_URL: 'https://veranda.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PAYMENTS: 'off',
}

test('the container image starts with its variables, without clock, demo entry and mail page', async () => {
  const databaseUrl = await makeTestDatabase(inject('postgres'))
  const port = await findFreePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...nodeEnvironment,
      ...(await containerEnvironment()),
      ...productionVariables,
      PORT: port,
      VERANDA_DATA: folder,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await new Promise<void>((resolve, reject) => {
    child.on('message', () => resolve())
    child.once('exit', () => reject(new Error(output)))
  })
  const base = `http://127.0.0.1:${port}/api`
  const config = (await (await fetch(`${base}/config`)).json()) as object
  expect(config).toMatchObject({
    mode: 'production',
    demoEntry: false,
    mailPage: false,
    openMailbox: false,
    payments: false,
  })
  const moved = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"advanceMs":1}' }
  for (const [path, call] of [
    ['/sandbox/clock', moved],
    ['/sandbox/users', {}],
    ['/sandbox/mail', {}],
  ] as const) {
    expect([path, (await fetch(`${base}${path}`, call)).status]).toEqual([path, 404])
  }
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('payments cannot be switched off over a database that holds payments', async () => {
  const app = await testApp()
  const fixture = await createMilestoneFixture(app)
  await startMilestoneCharge(app, fixture, 'card_succeeds')
  await app.runUntilIdle()
  const { code, line } = await startServer({ DATABASE_URL: app.app.databaseUrl, PORT: '0', PAYMENTS: 'off' })
  expect([code, line]).toEqual([1, expect.stringMatching(/^PAYMENTS is off, but this database holds payments/)])
  await app.close()
})
