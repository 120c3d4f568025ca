import { execFileSync, spawn } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from '../support/fixtures.ts'
import { dataDir, root } from '../support/paths.ts'

/** Returns a port that nothing listens on. */
function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      // The server listens on a port.
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

const childOf = (pid: number) => Number(execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }))

test('npm start starts a server again that was killed, and a signal ends it for good', async ({ world }) => {
  const port = await findFreePort()
  const starter = spawn(process.execPath, ['start.mjs', 'start'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: world.databaseUrl,
      VERANDA_DATA: dataDir,
      VERANDA_BUILD: '0',
      PORT: String(port),
    },
    stdio: 'ignore',
  })
  const ended = new Promise<number | null>((resolve) => starter.once('exit', (code) => resolve(code)))
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  try {
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
    const first = childOf(starter.pid ?? 0)
    process.kill(first, 'SIGKILL')
    await expect.poll(isReady, { intervals: [20] }).toBe(false)
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
    expect(childOf(starter.pid ?? 0)).not.toBe(first)
  } finally {
    starter.kill('SIGTERM')
  }
  expect(await ended).toBe(0)
  expect(await isReady()).toBe(false)
})
