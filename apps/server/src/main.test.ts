import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veranda-run-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts a server that is expected to exit; returns its exit code and output. */
async function startServer(env: Record<string, string>): Promise<{ code: number | null; line: string }> {
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'] ?? '', VERANDA_DATA: folder, LOG_LEVEL: 'silent', ...env },
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
