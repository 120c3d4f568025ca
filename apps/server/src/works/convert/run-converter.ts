import { execFile, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type Converted, type ConvertNews, type ConvertOrder, type Stage } from './messages.ts'

export const workerLimits = { bytes: 1_500 * 1_048_576, time: 60_000, sample: 100 } as const

/** The worker process ended without an answer: killed, or fallen over the file. */
export class ConverterFell extends Error {}

export type Watch = {
  readonly onProgress: (stage: Stage, progress: number) => void
  /** Told the process's number as soon as there is one. */
  readonly onStart?: (pid: number) => void
  readonly limits?: { readonly bytes: number; readonly time: number; readonly sample: number }
}

/**
 * Gives one file to a worker process of its own and ends that process when it takes more memory or time than allowed.
 * Refuses what the worker refuses, and work.too-much-memory and work.too-slow; throws ConverterFell when the process
 * ended without a word.
 */
export function runConverter(order: ConvertOrder, watch: Watch): Promise<Result<Converted>> {
  const limits = watch.limits ?? workerLimits
  return new Promise((resolve, reject) => {
    const entry = fileURLToPath(new URL('../../convert.ts', import.meta.url))
    const child = fork(entry, [], {
      env: harmless(process.env),
      execArgv: ['--max-old-space-size=1200', '--no-warnings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let answer: Result<Converted> | undefined
    let complaints = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      complaints = `${complaints}${chunk.toString('utf8')}`.slice(-2_000)
    })
    const end = (result: Result<Converted>) => {
      answer ??= result
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => end(refuse('work.too-slow', 'invalid')), limits.time)
    const sampler = setInterval(() => {
      void memoryOf(child.pid).then((bytes) => {
        if (bytes > limits.bytes) end(refuse('work.too-much-memory', 'invalid'))
      })
    }, limits.sample)
    child.on('message', (message) => {
      // Only our own worker speaks on this channel.
      const news = message as ConvertNews
      if (news.say === 'progress') watch.onProgress(news.stage, news.progress)
      else if (news.say === 'done') end({ ok: true, value: news.converted })
      else end({ ok: false, refusal: news.refusal })
    })
    const settle = (why: string) => {
      clearTimeout(timer)
      clearInterval(sampler)
      if (answer) resolve(answer)
      else if (/heap out of memory|Array buffer allocation failed/.test(complaints))
        resolve(refuse('work.too-much-memory', 'invalid'))
      else reject(new ConverterFell(`the worker ended: ${why} ${complaints.slice(-500)}`))
    }
    child.on('error', (error) => settle(error.message))
    child.on('exit', (code, signal) => settle(signal ?? `code ${code}`))
    if (child.pid !== undefined) watch.onStart?.(child.pid)
    child.send(order, (error) => error && settle(error.message))
  })
}

/** Of our environment, which holds secrets, only what a process needs to start at all. */
function harmless(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['SystemRoot', 'TEMP', 'TMPDIR', 'LD_LIBRARY_PATH', 'PATH']
  return Object.fromEntries([
    ['NODE_ENV', 'production'],
    ...names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  ])
}

/** Bytes that a process holds in memory; 0 when they cannot be had, and then the heap's own limit remains. */
async function memoryOf(pid: number | undefined): Promise<number> {
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
