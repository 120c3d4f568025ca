import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
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
    let response = ''
    socket.setTimeout(scanTimeoutMs, () => socket.destroy(new Error('the virus scanner did not answer')))
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      response += chunk.toString('utf8')
    })
    socket.on('close', () => {
      if (/: OK\0?\s*$/.test(response)) resolve(true)
      else if (/ FOUND\0?\s*$/.test(response)) resolve(false)
      else reject(new Error(`the virus scanner answered ${JSON.stringify(response.slice(0, 200))}`))
    })
    socket.on('connect', () => void send().catch((error: unknown) => socket.destroy(toError(error))))
    const send = async () => {
      socket.write('zINSTREAM\0')
      for await (const chunk of createReadStream(file, { highWaterMark: 262_144 })) {
        // A stream without an encoding yields Buffers.
        const bytes = chunk as Buffer
        const length = Buffer.alloc(4)
        length.writeUInt32BE(bytes.length)
        socket.write(length)
        if (!socket.write(bytes)) await new Promise((resolve) => socket.once('drain', resolve))
      }
      socket.end(Buffer.alloc(4))
    }
  })
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
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
