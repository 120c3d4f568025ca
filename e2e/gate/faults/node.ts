import { join } from 'node:path'
import { type ServerProcess, startServer } from '../../support/server/server-process.ts'

/** Lets `setClock` move the clock of the process. */
const preload = ['--import', join(import.meta.dirname, 'settable-clock.ts')]

/** One server process of the gate, with the output of all its lives. */
export class GateNode {
  readonly #databaseUrl: string
  readonly #env: Record<string, string>
  #server: ServerProcess | undefined
  #formerOutput = ''
  #port = 0
  #alive = false

  constructor(databaseUrl: string, env: Record<string, string>) {
    this.#databaseUrl = databaseUrl
    this.#env = env
  }

  /** Starts the server, on the port of its former life; resolves once it listens. */
  async start(): Promise<void> {
    this.#server = await startServer(this.#databaseUrl, this.#port, this.#env, preload)
    this.#port = Number(new URL(this.#server.url).port)
    this.#alive = true
  }

  /** Moves the clock of the process, as if that of its machine had been set; a later life has the right one. */
  shiftClock(ms: number): void {
    this.#server?.send({ clockShiftMs: ms })
  }

  /** Kills the process. */
  async crash(): Promise<void> {
    this.#alive = false
    await this.#server?.crash()
    this.#formerOutput = this.output
  }

  /** Stops in order. Returns the exit code. */
  async stop(): Promise<number | null> {
    this.#alive = false
    return (await this.#server?.stop()) ?? null
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get port(): number {
    return this.#port
  }

  get pid(): number {
    return this.#server?.pid ?? 0
  }

  get alive(): boolean {
    return this.#alive
  }

  /** Returns true while the process that was started last has not ended. */
  get isRunning(): boolean {
    try {
      return process.kill(this.pid, 0)
    } catch {
      return false
    }
  }

  get output(): string {
    return this.#formerOutput + (this.#server?.output() ?? '')
  }
}
