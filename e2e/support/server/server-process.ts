import { type ChildProcess, spawn } from 'node:child_process'
import { serverProgram } from '../../../tools/build-server.ts'
import { dataDir, root } from '../paths.ts'

export type ServerProcess = {
  readonly url: string
  readonly pid: number
  /** Returns everything it has printed so far. */
  readonly output: () => string
  /** Sends a message to the modules that were preloaded into the process. */
  send(message: object): void
  /** Sends SIGKILL, like a crash; resolves once the process has exited. */
  crash(): Promise<void>
  /** Sends SIGTERM and waits. Returns the exit code. */
  stop(): Promise<number | null>
}

function environment(databaseUrl: string, extraEnv: Record<string, string>): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    VERANDA_DATA: dataDir,
    VERANDA_MODE: 'sandbox',
    HOST: '127.0.0.1',
    RATE_LIMITS: '0',
    LOG_LEVEL: 'warn',
    ...extraEnv,
  }
}

/** Starts the real server as its own process and waits until it reports its address. */
export async function startServer(
  databaseUrl: string,
  port = 0,
  extraEnv: Record<string, string> = {},
  nodeFlags: readonly string[] = [],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...nodeFlags, serverProgram], {
    cwd: root,
    env: environment(databaseUrl, { PORT: String(port), ...extraEnv }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'address' in message) resolve(String(message.address))
    })
    child.once('exit', (code) => reject(new Error(`the server exited with ${code}:\n${output}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    send: (message) => void child.send(message),
    crash: () => stopProcess(child, 'SIGKILL').then(() => undefined),
    stop: () => stopProcess(child, 'SIGTERM'),
  }
}

async function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  child.kill(signal)
  return ended
}

/** Runs one of the server's programs to completion; rejects with its output if it fails. */
export function runProgram(program: string, databaseUrl: string, args: readonly string[] = []): Promise<string> {
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
      code === 0 ? resolve(output) : reject(new Error(`${program} exited with ${code}:\n${output}`)),
    )
  })
}
