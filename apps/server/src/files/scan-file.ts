import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { connect } from 'node:net'

const patience = 60_000

/**
 * Asks the configured scanner about a file: whether it is clean. Throws when it cannot be asked or answers neither, for
 * then nobody knows.
 */
export function isClean(scanner: string, file: string): Promise<boolean> {
  return scanner.startsWith('clamd://') ? askClamd(new URL(scanner), file) : askCommand(scanner, file)
}

function askCommand(line: string, file: string): Promise<boolean> {
  const [command = '', ...args] = line.split(/\s+/).filter(Boolean)
  const named = args.some((arg) => arg.includes('{file}'))
  const all = named ? args.map((arg) => arg.replaceAll('{file}', file)) : [...args, file]
  return new Promise((resolve, reject) => {
    const child = spawn(command, all, { stdio: 'ignore', timeout: patience })
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 || code === 1 ? resolve(code === 0) : reject(new Error(`the virus scanner ended with ${code}`)),
    )
  })
}

/** clamd's INSTREAM: chunks behind their lengths, a length of zero at the end, one line as the answer. */
function askClamd({ hostname, port }: URL, file: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 3310) })
    let answer = ''
    socket.setTimeout(patience, () => socket.destroy(new Error('the virus scanner did not answer')))
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('utf8')
    })
    socket.on('close', () => {
      if (/: OK\0?\s*$/.test(answer)) resolve(true)
      else if (/ FOUND\0?\s*$/.test(answer)) resolve(false)
      else reject(new Error(`the virus scanner answered ${JSON.stringify(answer.slice(0, 200))}`))
    })
    socket.on('connect', () => void send().catch((error: unknown) => socket.destroy(asError(error))))
    const send = async () => {
      socket.write('zINSTREAM\0')
      for await (const chunk of createReadStream(file, { highWaterMark: 262_144 })) {
        // A stream without an encoding reads Buffers.
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

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
