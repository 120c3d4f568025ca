import { type ChildProcess, spawn } from 'node:child_process'
import { dataDir, root } from './paths.ts'

export type ServerProcess = {
  readonly url: string
  readonly pid: number
  /** Everything it printed so far. */
  readonly output: () => string
  /** SIGKILL, as a crash would; resolves when it is gone. */
  crash(): Promise<void>
  /** SIGTERM and wait. Answers the exit code. */
  stop(): Promise<number | null>
}

function environment(databaseUrl: string, more: Record<string, string>): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    VERANDA_DATA: dataDir,
    VERANDA_MODE: 'sandbox',
    HOST: '127.0.0.1',
    RATE_LIMITS: '0',
    LOG_LEVEL: 'warn',
    ...more,
  }
}

/** Starts the real server as its own process and waits until it says its address. */
export async function startServer(
  databaseUrl: string,
  port = 0,
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: environment(databaseUrl, { PORT: String(port), ...more }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'address' in message) resolve(String(message.address))
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    crash: () => end(child, 'SIGKILL').then(() => undefined),
    stop: () => end(child, 'SIGTERM'),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  child.kill(signal)
  return ended
}

/** Runs one of the server's programs to its end; rejects with what it printed when it fails. */
export function runToEnd(program: string, databaseUrl: string, args: readonly string[] = []): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: environment(databaseUrl, {}),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ended with ${code}:\n${output}`)),
    )
  })
}
