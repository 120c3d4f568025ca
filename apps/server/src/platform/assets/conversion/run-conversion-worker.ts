import { execFile, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { refuse, type Result } from '@veranda/core/result.ts'
import {
  type ConversionResult,
  type WorkerMessage,
  type ConversionRequest,
  type ConversionStage,
} from './worker-messages.ts'

export const workerLimits = { memoryBytes: 1_500 * 1_048_576, timeoutMs: 60_000, sampleIntervalMs: 100 } as const

/** The worker process ended without a result: it was killed or crashed. */
export class ConverterCrashed extends Error {}

export type WorkerOptions = {
  readonly onProgress: (stage: ConversionStage, progress: number) => void
  /** Called with the process id once the worker has started. */
  readonly onStart?: (pid: number) => void
  readonly limits?: { readonly memoryBytes: number; readonly timeoutMs: number; readonly sampleIntervalMs: number }
}

/**
 * Converts one file in a separate worker process and kills it when it exceeds its memory or time limit. Passes on the
 * worker's error codes, and adds asset.too-much-memory and asset.check-timeout. Throws ConverterCrashed when the
 * process ends without a result.
 */
export function runConversionWorker(
  request: ConversionRequest,
  options: WorkerOptions,
): Promise<Result<ConversionResult>> {
  const limits = options.limits ?? workerLimits
  return new Promise((resolve, reject) => {
    const entry = fileURLToPath(new URL('./worker.ts', import.meta.url))
    const child = fork(entry, [], {
      env: minimalEnv(process.env),
      execArgv: ['--max-old-space-size=1200', '--no-warnings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let outcome: Result<ConversionResult> | undefined
    let stderrTail = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      stderrTail = `${stderrTail}${chunk.toString('utf8')}`.slice(-2_000)
    })
    const end = (result: Result<ConversionResult>) => {
      outcome ??= result
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => end(refuse('asset.check-timeout', 'invalid')), limits.timeoutMs)
    const sampler = setInterval(() => {
      void residentMemoryBytes(child.pid).then((bytes) => {
        if (bytes > limits.memoryBytes) end(refuse('asset.too-much-memory', 'invalid'))
      })
    }, limits.sampleIntervalMs)
    child.on('message', (message) => {
      // Only our own worker uses this channel.
      const workerMessage = message as WorkerMessage
      if (workerMessage.type === 'progress') options.onProgress(workerMessage.stage, workerMessage.progress)
      else if (workerMessage.type === 'done') end({ ok: true, value: workerMessage.converted })
      else end({ ok: false, refusal: workerMessage.refusal })
    })
    const finish = (reason: string) => {
      clearTimeout(timer)
      clearInterval(sampler)
      if (outcome) resolve(outcome)
      else if (/heap out of memory|Array buffer allocation failed/.test(stderrTail))
        resolve(refuse('asset.too-much-memory', 'invalid'))
      else reject(new ConverterCrashed(`the worker ended: ${reason} ${stderrTail.slice(-500)}`))
    }
    child.on('error', (error) => finish(error.message))
    child.on('exit', (code, signal) => finish(signal ?? `code ${code}`))
    if (child.pid !== undefined) options.onStart?.(child.pid)
    child.send(request, (error) => error && finish(error.message))
  })
}

/** Returns the environment variables that a process needs to start, and none of our secrets. */
function minimalEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['SystemRoot', 'TEMP', 'TMPDIR', 'LD_LIBRARY_PATH', 'PATH']
  const compileCache = env['NODE_COMPILE_CACHE']
  return {
    NODE_ENV: 'production',
    ...Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    // A cache of its own: a worker that a hostile file took over must not place code in the server's.
    ...(compileCache ? { NODE_COMPILE_CACHE: join(compileCache, 'conversion-worker') } : {}),
  }
}

/** Returns the resident memory of a process in bytes; 0 when unknown, which leaves only the heap limit. */
async function residentMemoryBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024
  }
  if (process.platform === 'win32') return 0
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, out) => resolve(error ? 0 : Number(out.trim()) * 1_024))
  })
}
