import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Deps } from '../../deps.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const scanTimeoutMs = 60_000

/**
 * Returns whether the configured scanner finds the file clean. Throws when the scanner cannot be reached or gives no
 * clear result.
 */
export function isClean(scanner: string, file: string): Promise<boolean> {
  return scanner.startsWith('clamd://') ? scanWithClamd(new URL(scanner), file) : scanWithCommand(scanner, file)
}

function scanWithCommand(commandLine: string, file: string): Promise<boolean> {
  const [command = '', ...args] = commandLine.split(/\s+/).filter(Boolean)
  const hasPlaceholder = args.some((arg) => arg.includes('{file}'))
  const commandArgs = hasPlaceholder ? args.map((arg) => arg.replaceAll('{file}', file)) : [...args, file]
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArgs, { stdio: 'ignore', timeout: scanTimeoutMs })
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 || code === 1 ? resolve(code === 0) : reject(new Error(`the virus scanner ended with ${code}`)),
    )
  })
}

/** Scans with clamd's INSTREAM: length-prefixed chunks, a zero length at the end, one line in reply. */
function scanWithClamd({ hostname, port }: URL, file: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 3310) })
    const source = createReadStream(file, { highWaterMark: 262_144 })
    let response = ''
    let failure: unknown
    socket.setTimeout(scanTimeoutMs, () => socket.destroy(new Error('the virus scanner did not answer')))
    socket.on('error', (error) => (failure = error))
    socket.on('data', (chunk: Buffer) => {
      response += chunk.toString('utf8')
    })
    // The scanner may answer and hang up before it has the whole file, which then counts more than what failed.
    socket.on('close', () => {
      // A scanner that only ends its side looks like a normal end to the pipeline.
      source.destroy()
      if (/: OK\0?\s*$/.test(response)) resolve(true)
      else if (/ FOUND\0?\s*$/.test(response)) resolve(false)
      else reject(new Error(`the virus scanner answered ${JSON.stringify(response.slice(0, 200))}`, { cause: failure }))
    })
    pipeline(source, frameChunks, socket).catch((error: unknown) => {
      failure ??= error
      socket.destroy()
    })
  })
}

async function* frameChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | string> {
  yield 'zINSTREAM\0'
  for await (const chunk of chunks) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    yield length
    yield chunk
  }
  yield Buffer.alloc(4)
}

/**
 * Scans an image as it was sent, if a virus scanner is configured, and deletes its temporary copy. Error codes:
 * file.infected (invalid) and file.scan-unavailable (unavailable). Call it outside a transaction: it takes as long as
 * the scanner does.
 */
export async function scanImage(bytes: Uint8Array, { env, log }: Pick<Deps, 'env' | 'log'>): Promise<Result<null>> {
  if (env.virusScanner === undefined) return ok(null)
  const folder = await makeScratchFolder(env.dataDir)
  try {
    const file = join(folder, 'image')
    await writeFile(file, bytes)
    return (await isClean(env.virusScanner, file)) ? ok(null) : refuse('file.infected', 'invalid')
  } catch (error) {
    log.error({ err: error }, 'image virus scan failed')
    return refuse('file.scan-unavailable', 'unavailable')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
