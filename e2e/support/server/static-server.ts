import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
}

/**
 * Serves a folder as a host of plain files does: a file, `index.html` for the root, and `404.html` for every other
 * address. Returns its address, and what was asked for and is no document.
 */
export async function serveFolder(folder: string) {
  const missing: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const name = pathname === '/' ? '/index.html' : pathname
    const isFile = extname(name) !== '' && !name.includes('..') && existsSync(join(folder, name))
    if (!isFile && request.headers['sec-fetch-dest'] !== 'document') missing.push(`${request.method} ${pathname}`)
    const file = isFile ? name : '/404.html'
    response.writeHead(isFile ? 200 : 404, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    response.end(readFileSync(join(folder, file)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    missing,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
