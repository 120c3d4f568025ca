import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

// Runs the server under `node --watch` on its own port, and Vite with hot reload in front of it on PORT.
const root = join(import.meta.dirname, '..')
const port = Number(process.env['PORT'] ?? 4000)
const serverPort = port + 1
const children: ChildProcess[] = []

function run(name: string, args: readonly string[], env: Record<string, string>): void {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  children.push(child)
  child.once('exit', (code) => {
    if (!stopping && code !== 0) process.stderr.write(`${name} ended with ${code ?? 'a signal'}\n`)
    stop(code ?? 0)
  })
}

let stopping = false
function stop(code: number): void {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill('SIGTERM')
  const all = children.map(
    (child) =>
      new Promise((resolve) =>
        child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(0),
      ),
  )
  void Promise.all(all).then(() => process.exit(code))
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))

run('The server', ['--watch', '--watch-preserve-output', 'tools/dev-server.ts'], {
  PORT: String(serverPort),
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
  // Vite proxies to it over plain http.
  HTTPS: '0',
  ALLOWED_ORIGINS: `http://127.0.0.1:${port},http://localhost:${port}`,
})
run(
  'Vite',
  ['node_modules/vite/bin/vite.js', '--config', 'apps/web/vite.config.ts', '--port', String(port), '--strictPort'],
  {
    VERANDA_SERVER: `http://127.0.0.1:${serverPort}`,
  },
)
